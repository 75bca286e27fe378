import type { Mask } from "./masks";
import { kept } from "./shelter";

// Numbers and short names after these identify the error.
const CODE =
  "(?:(?:error|exit|result|response|return|status|vendor|http)[ _-]?)?(?:code|status)|http(?:\\/\\d(?:\\.\\d)?)?|errno|sqlstate";
const OTHER_CODE =
  "(?<!(?:coupon|promo|promotion|discount|country|currency|language|zip|postal|area|product|access|invite|bar|qr|verification|security|authorization)[ _-]?)";
const GAP = "(?:\\s(?:is|was|of|no\\.?|number|nr\\.?))?[\\s:=(#\\[\"']{1,4}";
const FAMILIES = "AADSTS|ORA|PLS|TNS|SQL|ERR|PGRST|TS|CS|MSB|IDOC|BC|DB|E";
/** The parts that identify an error, kept. */
export const CODES: readonly Mask[] = [
  [
    new RegExp(
      `${OTHER_CODE}\\b(${CODE})(${GAP})(-?\\d{1,9}|[a-z]{0,10}[-_]?\\d[a-z\\d]{1,9})\\b(?![.-]\\d)`,
      "giu",
    ),
    (_, word = "", gap = "", code = "") => `${word}${gap}${kept(code)}`,
  ],
  // As Python's database drivers print them: (1054, "Unknown column").
  [
    /^(\s{0,5}(?:[\w.]{1,60}:?\s{0,2})?)\((\d{2,6}),\s?(["'])(.{1,500})\3\)/gu,
    (_, before = "", code = "", _quote, text = "") => `${before}${kept(code)} ${text}`,
  ],
  // "error: 3 rows" is a count.
  [
    /\b(\w{0,40}(?:error|exception)|limits)(\s{0,3}[#([]|\s{1,3})(-?\d{3,9})\b(?!\s{1,3}(?:of|rows?|items?|errors?)\b|[.,:]\d)/giu,
    keptAfter,
  ],
  [/\b(error:\s{0,3})()(\d{4,9})\b(?=\s{0,3}(?:$|[-–—:,.)]\s|[-–—)]))/giu, keptAfter],
  [
    /\b(returned|answered|responded|received|with|got)(\s{1,3}(?:an?\s)?(?:http\s)?)([45]\d\d)\b/giu,
    keptAfter,
  ],
  [new RegExp(`()()\\b((?:${FAMILIES})-?\\d{3,7})\\b`, "gu"), keptAfter],
  [/^()(\s{0,5}(?:[\w ]{1,40}:\s)?)([A-Z]{1,8}[1-9]\d{2,6})(?=:\s)/gu, keptAfter],
];

function keptAfter(_: string, word = "", gap = "", code = ""): string {
  return `${word}${gap}${kept(code)}`;
}
