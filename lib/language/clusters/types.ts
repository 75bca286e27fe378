/** A template as it is clustered. */
export type Point = {
  id: string;
  provider: string | null;
  tool: string;
  /** Without masks. */
  text: string;
  /** Calls that said it. */
  weight: number;
  /** Of length 1. */
  vector: Float32Array;
  /** The intent that a person put it into: all of one intent are together, and apart from those of another. */
  placed?: string | null;
};

/** What people said of two templates: that they belong together, or apart. */
export type Links = {
  together: readonly (readonly [string, string])[];
  apart: readonly (readonly [string, string])[];
};

export const NO_LINKS: Links = { together: [], apart: [] };

/** Where lines are drawn. They hang on what the vectors are made of. */
export type Lines = {
  /** Cosine from which on two templates of one tool are one. */
  fold: number;
  /** How much vectors count; the rest is words. */
  meaning: number;
  /** How much less alike templates of two tools count: at the same topic, two tools seldom serve one end. */
  otherTool: number;
  /** Distance up to which groups are joined, by average linkage. */
  join: number;
  /** Cosine of middles from which on a splinter belongs to a larger group. */
  splinter: number;
  /** Cosine to the middle of an intent from which on a new template belongs to it. */
  assign: number;
};

/** What vectors are made by without a language model. */
export const WORDS_MODEL = "words 1";
