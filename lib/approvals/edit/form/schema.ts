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
