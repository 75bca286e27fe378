import type { DiffRun } from "@/lib/core/text/types";

/** JSON type of a leaf. Empty containers are leaves too. */
export type LeafKind = "string" | "number" | "boolean" | "null" | "object" | "array";

/** One leaf. `text` is a string's characters, or the exact literal of other values. */
export type ArgumentLeaf = {
  /** For people: `to[0].address`, or `["odd key"]` where a name is not plain. */
  path: string;
  /** RFC 6901. */
  pointer: string;
  /** Member names and indexes, outermost first. */
  keys: readonly (string | number)[];
  kind: LeafKind;
  text: string;
};

type Change = "added" | "removed" | "changed" | "same";

export type DiffRow = {
  path: string;
  pointer: string;
  keys: readonly (string | number)[];
  change: Change;
  before: ArgumentLeaf | null;
  after: ArgumentLeaf | null;
  /** For changed strings, if the diff was affordable. */
  words: DiffRun[] | null;
};

/** Covers every folded part: the raw text was opened, which shows all. */
export const ALL_OPENED = "*";

/** A folded part of the page. `must`: it has to be opened before approval. */
export type Fold = { id: string; label: string; must: boolean };
/** A violation of the tool's schema. */
export type Violation = { pointer: string; message: string };

/** `checked: false` says why the schema was unusable; that is no pass. */
export type ContractCheck =
  | {
      checked: true;
      violations: Violation[];
      skipped: string[];
    }
  | { checked: false; why: string };
export type FieldKind = "string" | "number" | "integer" | "boolean" | "enum" | "list" | "object" | "json";

export type FormField = {
  pointer: string;
  keys: readonly string[];
  name: string;
  description: string | null;
  required: boolean;
  nullable: boolean;
  /** False: unknown to the schema. */
  described: boolean;
  kind: FieldKind;
  /** For enum: allowed values as exact JSON. */
  options: readonly string[];
  item: "string" | "number" | "integer" | null;
  children: readonly FormField[];
  now: FieldNow;
};

/** The current value. `text` is a string's characters, a number's digits, or exact JSON. */
export type FieldNow =
  | { state: "absent" }
  | { state: "null" }
  | { state: "value"; text: string; items: readonly { text: string; literal: string }[] };

/** The new value. `literal` is exact JSON. */
export type FieldEdit = { keys: readonly string[] } & ({ to: "absent" } | { to: "value"; literal: string });
