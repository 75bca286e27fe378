import stem from "wink-porter2-stemmer";
import { sharing } from "@/lib/core/turns";
import type { Lines } from "@/lib/language/clusters/types";
import type { Embedder } from "@/lib/language/embedder";
import { piecesOf, termsOf } from "@/lib/language/wording";
import { nameParts } from "./meaning/rules";

/** Similarity limits for vectors of the language model. */
export const MEANING_LINES: Lines = {
  fold: 0.84,
  meaning: 0.7,
  otherTool: 0.1,
  join: 0.65,
  splinter: 0.6,
  assign: 0.65,
};

/** Similarity limits without a model, where vectors are less similar. */
export const WORD_LINES: Lines = {
  fold: 0.84,
  meaning: 0.7,
  otherTool: 0.1,
  join: 0.82,
  splinter: 0.45,
  assign: 0.45,
};

type Said = { provider: string | null; tool: string; text: string };

/** Input of the model: words of the tool, and the text. */
export function embeddedText({ provider, tool, text }: Said): string {
  const words = [...new Set([...nameParts(provider ?? ""), ...nameParts(tool)])].join(" ");
  return `${words}: ${text}`;
}

// As many dimensions as the model's vectors, so that storage and comparison need no distinction.
const SIZE = 512;

const NO_TOOL: ReadonlySet<string> = new Set();

function hashOf(text: string): number {
  let hash = 0x811c9dc5;
  for (let at = 0; at < text.length; at += 1) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193);
  return hash >>> 0;
}

/**
 * Vectors of words and word parts by feature hashing, for installations without the language model.
 */
export const wordVectors: Embedder = async (texts) => {
  const share = sharing();
  const vectors: Float32Array[] = [];
  for (const text of texts) {
    vectors.push(wordVector(text));
    await share();
  }
  return vectors;
};

// A stem weighs more than its many parts.
const STEM_WEIGHT = 2;

function wordVector(text: string): Float32Array {
  const vector = new Float32Array(SIZE);
  const add = (term: string, weight: number) => {
    const hash = hashOf(term);
    const place = hash % SIZE;
    // Half of the terms get a negative sign, so that collisions cancel out.
    vector[place] = (vector[place] ?? 0) + (hash & 0x10000 ? weight : -weight);
  };
  for (const term of termsOf(text, NO_TOOL).keys()) add(`w ${stem(term)}`, STEM_WEIGHT);
  for (const piece of piecesOf(text).keys()) add(`p ${piece}`, 1 / 2);
  const length = Math.hypot(...vector) || 1;
  return vector.map((value) => value / length);
}
