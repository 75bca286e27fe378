import type { DiffRun } from "@/lib/core/text/types";

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

type Change = "added" | "removed" | "changed" | "same";

/** One leaf in two versions of the arguments. A side that is null has no such leaf, which is neither null nor "". */
export type DiffRow = {
  path: string;
  pointer: string;
  keys: readonly (string | number)[];
  change: Change;
  before: ArgumentLeaf | null;
  after: ArgumentLeaf | null;
  /** For changed strings, when the comparison was affordable. */
  words: DiffRun[] | null;
};

/** Stands for every folded part: the raw text was opened, which shows all of them. */
export const ALL_OPENED = "*";

/** A part of the page that starts closed. `must`: it has to be opened before the call can be approved. */
export type Fold = { id: string; label: string; must: boolean };
/** One place where the arguments break the tool's own definition. */
export type Violation = { pointer: string; message: string };

/** `checked: false` says why the definition could not be used; that is not a pass. */
export type ContractCheck =
  | {
      checked: true;
      violations: Violation[] /** Rules of the definition we did not apply. */;
      skipped: string[];
    }
  | { checked: false; why: string };
export type FieldKind = "string" | "number" | "integer" | "boolean" | "enum" | "list" | "object" | "json";

/** One argument as a form asks for it, out of the tool's definition and what was sent. */
export type FormField = {
  /** RFC 6901 pointer into the arguments. */
  pointer: string;
  keys: readonly string[];
  name: string;
  description: string | null;
  required: boolean;
  nullable: boolean;
  /** False: the definition does not know it. */
  described: boolean;
  kind: FieldKind;
  /** For enum: the allowed values as exact JSON. */
  options: readonly string[];
  /** For list: what its items are. */
  item: "string" | "number" | "integer" | null;
  /** For object: its own fields. */
  children: readonly FormField[];
  now: FieldNow;
};

/** What stands there now. `text` is a string's own characters, the digits of a number, or exact JSON. */
export type FieldNow =
  | { state: "absent" }
  | { state: "null" }
  | { state: "value"; text: string; items: readonly { text: string; literal: string }[] };

/** What shall stand there instead. `literal` is exact JSON. */
export type FieldEdit = { keys: readonly string[] } & ({ to: "absent" } | { to: "value"; literal: string });
