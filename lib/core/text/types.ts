/** A piece of text as it is shown: as itself, as a visible escape, or as a word whose letters may deceive. */
export type TextSegment =
  | { kind: "plain"; text: string }
  /** `label` stands on the page for the one character that was sent. */
  | { kind: "escape"; text: string; label: string }
  | { kind: "suspect"; text: string; reason: string };

/** A text on its way to a part of the browser: itself, or its segments where something in it has to be seen. Made by `shownText`. */
export type ShownText = string | readonly TextSegment[];

declare const visible: unique symbol;

/** A text whose hidden characters are written out: for labels, which cannot hold `Untrusted`. Made by `revealedText`. */
export type VisibleText = string & { readonly [visible]: true };

/** A word that may be read as another one. `start` and `end` count UTF-16 units. */
export type LookAlike = { start: number; end: number; word: string; reason: string };

/** A run of text that both of two versions share, or that only one has. */
export type DiffRun = { op: "same" | "removed" | "added"; text: string };
