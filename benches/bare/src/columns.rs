//! The arrays that a run hands back, and their division among threads.

/// A number and a truth for each game and turn, and what a run notes of each game: what gravetroll writes too.
pub struct Columns<const TURNS: usize> {
    pub number: Vec<[i16; TURNS]>,
    pub truth: Vec<[bool; TURNS]>,
    pub notes: Notes,
}

/// One entry a game.
pub struct Notes {
    pub win_turn: Vec<i8>,
    pub lose_turn: Vec<i8>,
    pub kept: Vec<i8>,
    pub mulligans: Vec<i8>,
    pub on_play: Vec<bool>,
}

/// The part of the arrays that one thread writes.
pub struct Part<'a, const TURNS: usize> {
    pub first_game: u64,
    pub number: &'a mut [[i16; TURNS]],
    pub truth: &'a mut [[bool; TURNS]],
    pub win_turn: &'a mut [i8],
    pub lose_turn: &'a mut [i8],
    pub kept: &'a mut [i8],
    pub mulligans: &'a mut [i8],
    pub on_play: &'a mut [bool],
}

impl<const TURNS: usize> Columns<TURNS> {
    /// Arrays for so many games; `numbers` says whether the integer column is wanted.
    pub fn new(games: usize, numbers: bool) -> Self {
        let note = || vec![0; games];
        Self {
            number: vec![[0; TURNS]; if numbers { games } else { 0 }],
            truth: vec![[false; TURNS]; games],
            notes: Notes {
                win_turn: note(),
                lose_turn: note(),
                kept: note(),
                mulligans: note(),
                on_play: vec![false; games],
            },
        }
    }

    /// Contiguous parts of nearly the same size.
    pub fn parts(&mut self, count: usize) -> Vec<Part<'_, TURNS>> {
        let size = self.truth.len().div_ceil(count).max(1);
        let mut numbers = self.number.chunks_mut(size);
        let notes = &mut self.notes;
        self.truth
            .chunks_mut(size)
            .zip(notes.win_turn.chunks_mut(size).zip(notes.lose_turn.chunks_mut(size)))
            .zip(notes.kept.chunks_mut(size).zip(notes.mulligans.chunks_mut(size)))
            .zip(notes.on_play.chunks_mut(size))
            .enumerate()
            .map(|(at, (((truth, (win_turn, lose_turn)), (kept, mulligans)), on_play))| Part {
                first_game: (at * size) as u64,
                number: numbers.next().unwrap_or_default(),
                truth,
                win_turn,
                lose_turn,
                kept,
                mulligans,
                on_play,
            })
            .collect()
    }
}
