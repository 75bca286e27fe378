/** The violated keyword of JSON Schema. */
const KEYWORDS = [
  "enum",
  "type",
  "required",
  "format",
  "pattern",
  "minimum",
  "maximum",
  "minLength",
  "maxLength",
  "minItems",
  "maxItems",
  "additionalProperties",
  "anyOf",
  "const",
  "uniqueItems",
  "other",
] as const;

export type Keyword = (typeof KEYWORDS)[number];

export type Key = string | number;

/** A sent value, parsed; `undefined` if absent. */
export type Json = null | boolean | number | string | Json[] | { [key: string]: Json };

/** One statement of a refusal about the arguments. */
export type Violation = {
  /** JSON pointer of the field; null if unknown. */
  path: string | null;
  keyword: Keyword;
  /** The sent value; undefined if the field was not sent. */
  value?: Json;
  /** The accepted values, if the refusal lists them. */
  allowed?: Json[];
  /** The gateway's row it comes from. */
  row?: number;
};

/** A gateway's report on one place in refused arguments; `received_json` is exact text. */
export type Row = { path: string; message: string; received_json?: string };

/** A statement as in the message, before matching with the arguments. */
export type Said = {
  keyword: Keyword;
  /** The path in the message; null without one. */
  keys: readonly Key[] | null;
  /** Only the field's name is known, not its path. */
  name?: string;
  /** A spoken name, with spaces for underscores. */
  spoken?: boolean;
  /** The name of the containing object, if the message has it. */
  within?: string;
  /**
   * Whether type names may appear among the keys; false if several errors of one place form a
   * union.
   */
  loose?: boolean;
  /** A bound on a text or list limits its length. */
  sized?: boolean;
  /** The upper one of two bounds. */
  most?: number;
  /** The sent value, if no field has this name. */
  orValue?: string;
  value?: Json;
  allowed?: Json[];
  row?: number;
  breaks?: (value: Json) => boolean;
  /** Ranks possible values: higher is likelier, 0 means unknown. */
  likely?: (key: Key, value: Json) => number;
};

/** Reads messages of one family of libraries; null for others. */
export type Reader = (message: string) => Said[] | null;
