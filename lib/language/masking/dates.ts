import type { Mask } from "./masks";

const MONTH = "(?:jan|feb|mar|apr|may|june?|july?|aug|sept?|oct|nov|dec)[a-z]{0,6}\\.?";
const CLOCK =
  "\\d{1,2}:\\d{2}(?::\\d{2}(?:[.,]\\d{1,9})?)?(?:\\s?[ap]m\\b)?(?:\\s?(?:z|utc|gmt|[+-]\\d{2}:?\\d{2})\\b)?";
export const DATES: readonly Mask[] = [
  [new RegExp(`(?<![\\w/.-])\\d{4}-\\d{2}-\\d{2}(?:[t ]\\s{0,2}${CLOCK})?(?![\\w/-])`, "giu"), "<date>"],
  [
    new RegExp(
      `\\b(?:(?:mon|tue|wed|thu|fri|sat|sun)[a-z]{0,6},?\\s)?\\d{1,2}(?:st|nd|rd|th)?\\s${MONTH},?\\s\\d{4}(?:,?\\s${CLOCK})?`,
      "giu",
    ),
    "<date>",
  ],
  [
    new RegExp(`\\b${MONTH}\\s\\d{1,2}(?:st|nd|rd|th)?,?\\s\\d{4}(?:,?\\s(?:at\\s)?${CLOCK})?`, "giu"),
    "<date>",
  ],
  [
    new RegExp(
      `(?<![\\w/.])(?:\\d{1,4}/\\d{1,2}/\\d{2,4}|\\d{1,2}\\.\\d{1,2}\\.\\d{4})(?:,?\\s${CLOCK})?(?![\\w/])`,
      "giu",
    ),
    "<date>",
  ],
];
