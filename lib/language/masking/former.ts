import { FIELDS } from "./bounds";
import { type Mask, maskedBy, NAMED, NO_NAME } from "./masks";

// An error is often JSON: its keys and messages identify the problem; other values vary.
const SAYS =
  "error|errors|message|msg|code|type|detail|details|reason|title|description|error_description|error_code";
const SAID: readonly Mask[] = [
  [/\\"/gu, '"'],
  [/\\[nrt]/gu, " "],
  [new RegExp(`"(${SAYS})"\\s{0,5}:\\s{0,5}\\[?\\s{0,5}"([^"\\n]{0,1000})"`, "giu"), "$1: $2"],
  [/"([\w.-]{1,100})"(?=\s{0,5}:)/gu, "$1"],
];
// Parts that differ between two reports of one problem. Bounded repetitions keep hostile texts
// linear.
const VALUES: readonly Mask[] = [
  [/\b[a-z][a-z0-9+.-]{1,20}:\/\/[^\s"'<>)\]}]{1,2000}/giu, "<url>"],
  [/[^\s"'<>()@]{1,100}@[^\s"'<>()@]{1,200}\.[a-z]{2,20}/giu, "<email>"],
  [/\b[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}\b/giu, "<uuid>"],
  [/"[^"\n]{0,500}"|“[^“”\n]{0,500}”|«[^«»\n]{0,500}»|`[^`\n]{0,500}`/gu, "<text>"],
  // Not an apostrophe inside a word.
  [/(?<![\p{L}\p{N}])'[^'\n]{0,500}'(?![\p{L}\p{N}])/gu, "<text>"],
];
const NUMBERS: readonly Mask[] = [
  [/\b0x[0-9a-f]+\b/giu, "<hex>"],
  [/\b(?=[a-f]{0,64}\d)[0-9a-f]{8,}\b/giu, "<hex>"],
  [/\d+(?:[.,:]\d+)*/gu, "<n>"],
];

const NAMES: readonly Mask[] = [
  // Two segments at least; a single slash may separate words.
  [/(?:\b[a-z]:)?(?:[\\/][\w.@~-]{1,100}){2,50}/giu, "<path>"],
  [/(?<![\w.])[$\w]{1,100}(?:\.[a-z_]\w{0,99}|\[\w{0,20}\]){1,20}(?![\w.])/giu, "<path>"],
  [
    new RegExp(`\\b(${NAMED})(:?\\s{1,5})(?!(?:${NO_NAME})\\b)[\\p{L}_][\\p{L}\\p{N}_.-]{0,99}`, "giu"),
    "$1$2<name>",
  ],
  // The status identifies the error; in letters, no mask takes it for a number.
  [
    /\b(status|http|code)([ :=(]{1,3})(\d{3})\b/giu,
    (_, word, gap, digits) =>
      `${word}${gap}<${digits.replace(/\d/g, (digit) => "abcdefghij"[Number(digit)] ?? "")}>`,
  ],
  // Letters mixed with digits: ids and numbered names.
  [/\b(?=\p{L}{0,64}\d)(?=\d{0,64}\p{L})[\p{L}\d]{2,64}\b/gu, "<name>"],
];

/** The masked text of version 3, which distinguished fields by their limits. */
export const maskTextOf3 = (text: string): string =>
  maskedBy(text, [...SAID, ...FIELDS, ...VALUES, ...NAMES, ...NUMBERS]);

export const maskTextOf2 = (text: string): string =>
  maskedBy(text, [...SAID, ...VALUES, ...NAMES, ...NUMBERS]);

export const maskTextOf1 = (text: string): string => maskedBy(text, [...VALUES, ...NUMBERS]);
