//! L2: something for each object, copied only as far as it is in use.

use std::ops::Index;

use crate::cardset::{Obj, Set};

/// One of these for each object.
#[derive(Debug, Default, PartialEq, Eq)]
pub struct ByObject<T> {
    all: Vec<T>,
    /// The objects whose own may have changed: every other is as it was made.
    touched: Set<4>,
}

impl<T: Default + Clone> ByObject<T> {
    /// For so many objects.
    pub fn new(room: usize) -> Self {
        Self { all: std::iter::repeat_with(T::default).take(room).collect(), touched: Set::EMPTY }
    }

    /// That of an object, to change it.
    pub fn touch(&mut self, obj: Obj) -> &mut T {
        self.touched.insert(obj);
        &mut self.all[obj.index()]
    }

    /// Makes it equal to `start`, of which it is a copy that was played with.
    pub fn reset(&mut self, start: &Self) {
        for obj in self.touched {
            self.all[obj.index()].clone_from(&start.all[obj.index()]);
        }
        self.touched = start.touched;
    }
}

impl<T: Default + Clone> Clone for ByObject<T> {
    fn clone(&self) -> Self {
        let mut copy = Self::new(self.all.len());
        for obj in self.touched {
            copy.touch(obj).clone_from(&self.all[obj.index()]);
        }
        copy
    }
}

impl<T> Index<Obj> for ByObject<T> {
    type Output = T;

    fn index(&self, obj: Obj) -> &T {
        &self.all[obj.index()]
    }
}
