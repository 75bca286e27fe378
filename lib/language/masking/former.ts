import { FIELDS } from "./bounds";
import { type Mask, maskedBy, NAMED, NO_NAME } from "./masks";

// An error is often JSON: its keys, and what it says of itself, tell problems apart; other values differ from case to case.
const SAYS =
  "error|errors|message|msg|code|type|detail|details|reason|title|description|error_description|error_code";
const SAID: readonly Mask[] = [
  [/\\"/gu, '"'],
  [/\\[nrt]/gu, " "],
  [new RegExp(`"(${SAYS})"\\s{0,5}:\\s{0,5}\\[?\\s{0,5}"([^"\\n]{0,1000})"`, "giu"), "$1: $2"],
  [/"([\w.-]{1,100})"(?=\s{0,5}:)/gu, "$1"],
];
// What differs between two reports of one problem. Bounded repetitions keep hostile texts from costing more than their length.
const VALUES: readonly Mask[] = [
  [/\b[a-z][a-z0-9+.-]{1,20}:\/\/[^\s"'<>)\]}]{1,2000}/giu, "<url>"],
  [/[^\s"'<>()@]{1,100}@[^\s"'<>()@]{1,200}\.[a-z]{2,20}/giu, "<email>"],
  [/\b[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}\b/giu, "<uuid>"],
  [/"[^"\n]{0,500}"|“[^“”\n]{0,500}”|«[^«»\n]{0,500}»|`[^`\n]{0,500}`/gu, "<text>"],
  // An apostrophe inside a word is none of these.
  [/(?<![\p{L}\p{N}])'[^'\n]{0,500}'(?![\p{L}\p{N}])/gu, "<text>"],
];
const NUMBERS: readonly Mask[] = [
  [/\b0x[0-9a-f]+\b/giu, "<hex>"],
  [/\b(?=[a-f]{0,64}\d)[0-9a-f]{8,}\b/giu, "<hex>"],
  [/\d+(?:[.,:]\d+)*/gu, "<n>"],
];

const NAMES: readonly Mask[] = [
  // Two steps at least; a single slash stands between words.
  [/(?:\b[a-z]:)?(?:[\\/][\w.@~-]{1,100}){2,50}/giu, "<path>"],
  [/(?<![\w.])[$\w]{1,100}(?:\.[a-z_]\w{0,99}|\[\w{0,20}\]){1,20}(?![\w.])/giu, "<path>"],
  [
    new RegExp(`\\b(${NAMED})(:?\\s{1,5})(?!(?:${NO_NAME})\\b)[\\p{L}_][\\p{L}\\p{N}_.-]{0,99}`, "giu"),
    "$1$2<name>",
  ],
  // The status of an answer says what went wrong; in letters it is not taken for a number.
  [
    /\b(status|http|code)([ :=(]{1,3})(\d{3})\b/giu,
    (_, word, gap, digits) =>
      `${word}${gap}<${digits.replace(/\d/g, (digit) => "abcdefghij"[Number(digit)] ?? "")}>`,
  ],
  // Letters with digits among them: ids and names that were counted up.
  [/\b(?=\p{L}{0,64}\d)(?=\d{0,64}\p{L})[\p{L}\d]{2,64}\b/gu, "<name>"],
];

/** The masked text of version 3, which told fields apart by their bounds. */
export const maskTextOf3 = (text: string): string =>
  maskedBy(text, [...SAID, ...FIELDS, ...VALUES, ...NAMES, ...NUMBERS]);

/** The masked text of version 2. */
export const maskTextOf2 = (text: string): string =>
  maskedBy(text, [...SAID, ...VALUES, ...NAMES, ...NUMBERS]);

/** The masked text of version 1. */
export const maskTextOf1 = (text: string): string => maskedBy(text, [...VALUES, ...NUMBERS]);
