/** What a value broke, in the words of JSON Schema. */
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

/** A value as it was sent, parsed; `undefined` where there is none. */
export type Json = null | boolean | number | string | Json[] | { [key: string]: Json };

/** One thing that a refusal says of the arguments. */
export type Violation = {
  /** JSON pointer of the field; null when it cannot be told. */
  path: string | null;
  keyword: Keyword;
  /** What was sent there; undefined for a field that was not sent. */
  value?: Json;
  /** What would have been taken, where the refusal says so. */
  allowed?: Json[];
  /** Which of the gateway's rows says so. */
  row?: number;
};

/** What a gateway reports of one place in refused arguments; `received_json` is exact text. */
export type Row = { path: string; message: string; received_json?: string };

/** The same as the message has it, before it is held against the arguments. */
export type Said = {
  keyword: Keyword;
  /** Where the message says it is; null where it does not. */
  keys: readonly Key[] | null;
  /** Only the field's name is known, not where it is. */
  name?: string;
  /** Words with spaces for a name with underscores. */
  spoken?: boolean;
  /** The name of the object that the field belongs in, where the message tells. */
  within?: string;
  /** Whether names of types may stand among the keys; false where several errors of one place are a union's. */
  loose?: boolean;
  /** A bound of a text or a list is one of its length. */
  sized?: boolean;
  /** The upper one of two bounds. */
  most?: number;
  /** What was sent, should no field be called so. */
  orValue?: string;
  value?: Json;
  allowed?: Json[];
  row?: number;
  /** Whether a value can be the one that is meant, where the message tells neither it nor its place. */
  breaks?: (value: Json) => boolean;
  /** Which of several that can be meant is the likeliest: the higher, the likelier; 0 for one that says nothing. */
  likely?: (key: Key, value: Json) => number;
};

/** Reads the messages of one family of libraries; null for a message that is none of theirs. */
export type Reader = (message: string) => Said[] | null;
