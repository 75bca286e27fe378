/** What kind of JSON value a leaf is. Empty containers are leaves too. */
export type LeafKind = "string" | "number" | "boolean" | "null" | "object" | "array";

/** One leaf of the arguments. `text` is a string's own characters, or the exact literal of anything else. */
export type ArgumentLeaf = {
  /** For people: `to[0].address`, or `["odd key"]` where a name is not plain. */
  path: string;
  /** RFC 6901, unambiguous. */
  pointer: string;
  /** Member names and indexes, outermost first. */
  keys: readonly (string | number)[];
  kind: LeafKind;
  text: string;
};

export type Change = "added" | "removed" | "changed" | "same";

/** A run of words that both sides share, or that only one has. */
export type WordRun = { op: "same" | "removed" | "added"; text: string };

/** One leaf in two versions of the arguments. A side that is null has no such leaf, which is neither null nor "". */
export type DiffRow = {
  path: string;
  pointer: string;
  keys: readonly (string | number)[];
  change: Change;
  before: ArgumentLeaf | null;
  after: ArgumentLeaf | null;
  /** For changed strings, when the comparison was affordable. */
  words: WordRun[] | null;
};

/** A part of the page that starts closed. `must`: it has to be opened before the call can be approved. */
export type Fold = { id: string; label: string; must: boolean };
