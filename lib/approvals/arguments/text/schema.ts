/** A piece of text as it is shown: as itself, as a visible escape, or as a word whose letters may deceive. */
export type TextSegment =
  | { kind: "plain"; text: string }
  /** `label` stands on the page, `name` says what it is, `text` is what was sent. */
  | { kind: "escape"; text: string; label: string; name: string }
  | { kind: "suspect"; text: string; reason: string };

/** A word that may be read as another one. `start` and `end` count UTF-16 units. */
export type LookAlike = { start: number; end: number; word: string; reason: string };
