export type Point = {
  id: string;
  provider: string | null;
  tool: string;
  /** Without masks. */
  text: string;
  weight: number;
  /** Of length 1. */
  vector: Float32Array;
  /** Its manual intent: all of one intent stay together, and apart from those of others. */
  placed?: string | null;
};

export type Links = {
  together: readonly (readonly [string, string])[];
  apart: readonly (readonly [string, string])[];
};

export const NO_LINKS: Links = { together: [], apart: [] };

/** Thresholds. They depend on the source of the vectors. */
export type Lines = {
  /** Minimum cosine at which two templates of one tool count as one. */
  fold: number;
  /** The weight of vectors; the rest is words. */
  meaning: number;
  /** The penalty for templates of two tools: even on one topic they seldom have one purpose. */
  otherTool: number;
  /** Maximum distance at which groups are joined, by average linkage. */
  join: number;
  /** Minimum cosine of means at which a splinter joins a larger group. */
  splinter: number;
  /** Minimum cosine to an intent's mean at which a new template joins it. */
  assign: number;
};

/** The name of the vectors without a language model. */
export const WORDS_MODEL = "words 1";
