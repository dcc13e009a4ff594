//! L2: something for each object, kept only for those that are in use.

use std::ops::Index;

use crate::cardset::Obj;

/// One of these for each object: as it is made by default, until it is touched.
#[derive(Debug, Clone)]
pub struct ByObject<T> {
    /// For each object where its own is kept, counted from one; none: it was never touched.
    place: [u16; 256],
    /// Those that were touched, each with its object.
    kept: Vec<(Obj, T)>,
    blank: T,
}

impl<T: Default> Default for ByObject<T> {
    fn default() -> Self {
        Self { place: [0; 256], kept: Vec::new(), blank: T::default() }
    }
}

impl<T: Default + Clone> ByObject<T> {
    /// That of an object, to change it.
    #[inline]
    pub fn touch(&mut self, obj: Obj) -> &mut T {
        let place = &mut self.place[obj.index()];
        if *place == 0 {
            self.kept.push((obj, T::default()));
            *place = self.kept.len() as u16;
        }
        &mut self.kept[usize::from(*place) - 1].1
    }

    /// Makes it equal to `start`, of which it is a copy that was played with.
    pub fn reset(&mut self, start: &Self) {
        for (obj, _) in self.kept.drain(start.kept.len()..) {
            self.place[obj.index()] = 0;
        }
        self.kept.clone_from(&start.kept);
    }
}

impl<T> Index<Obj> for ByObject<T> {
    type Output = T;

    #[inline]
    fn index(&self, obj: Obj) -> &T {
        match self.place[obj.index()] {
            0 => &self.blank,
            place => &self.kept[usize::from(place) - 1].1,
        }
    }
}

/// In whatever order they were touched.
impl<T: PartialEq> PartialEq for ByObject<T> {
    fn eq(&self, other: &Self) -> bool {
        let mut objects = self.kept.iter().chain(&other.kept).map(|(obj, _)| *obj);
        objects.all(|obj| self[obj] == other[obj])
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_was_touched_is_kept_copied_compared_and_reset() {
        let (one, two) = (Obj(7), Obj(255));
        let mut start = ByObject::<i32>::default();
        *start.touch(one) = 5;
        let mut played = start.clone();
        *played.touch(two) = 6;
        *played.touch(one) = 8;
        assert_eq!((played[one], played[two], played[Obj(0)]), (8, 6, 0));
        assert!(played != start);
        let mut other = ByObject::default();
        *other.touch(two) = 6;
        *other.touch(one) = 8;
        assert!(played == other, "the order does not matter");
        played.reset(&start);
        assert!(played == start);
        assert_eq!((played[one], played[two]), (5, 0));
        *played.touch(two) = 9;
        assert_eq!(played[two], 9);
    }
}
