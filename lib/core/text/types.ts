/** A segment of shown text: plain, an escape, or a deceptive word. */
export type TextSegment =
  | { kind: "plain"; text: string }
  /** `label` replaces the one character on the page. */
  | { kind: "escape"; text: string; label: string }
  | { kind: "suspect"; text: string; reason: string };

/**
 * A text for a browser component: plain, or segments if something needs marking. Made by
 * `shownText`.
 */
export type ShownText = string | readonly TextSegment[];

declare const visible: unique symbol;

/**
 * A text with invisible characters escaped, for labels that cannot contain `Untrusted`. Made by
 * `revealedText`.
 */
export type VisibleText = string & { readonly [visible]: true };

/** A deceptive word. `start` and `end` count UTF-16 units. */
export type LookAlike = { start: number; end: number; word: string; reason: string };

/** A run that both versions share, or only one has. */
export type DiffRun = { op: "same" | "removed" | "added"; text: string };
