import { type Mask, NAMED } from "./masks";

// Limits of fields: the field identifies a problem, its limit does not. Bounded repetitions keep
// hostile texts linear.
const MODAL = "should|must|has to|have to|needs? to|may|can(?:not)?";
const COMPARED =
  "(?:less|fewer|lower|smaller|shorter|greater|more|larger|higher|longer) than|at (?:most|least)|between|up to|exceeds?|within|in the range";
const HELD_TO = `(?:${MODAL})(?: \\w{2,10}){0,3} (?:[<>≤≥]|=<|(?:${COMPARED})\\b)|exceeds the\\b`;
// Quoted text before these may also be a value, and text with slashes a file.
const OUTSIDE = "(?:is|was) (?:out of range|too (?:long|short|high|low|many))\\b";
const boundedBy = (field: string, bound: string): RegExp =>
  new RegExp(
    `(?<![\\w.$/~[\\]-])(?:(?:${NAMED}):? )?${field}(?=:? (?:(?:input|value|length|size) )?(?:${bound}))`.replaceAll(
      " ",
      "\\s{1,3}",
    ),
    "giu",
  );
// For these words, their object names the field.
const MEASURES = /^(?:length|size|count|value|items)$/iu;

/** A field as words, so that it is no path: `body.children.length` is "children length". */
function fieldItself(written: string, _quote = "", path = ""): string {
  const isFile = /\/[^/]{0,200}\.[^/]{1,200}$/u.test(path);
  if (isFile) return written;
  const names = path.split(/[./]|\[[^\]]{0,100}\]/u).filter((name) => /^[$\p{L}_-]{2,60}$/u.test(name));
  const last = names.at(-1);
  if (last === undefined) return written;
  const told = MEASURES.test(last) ? names.slice(-2) : [last];
  return told
    .join(" ")
    .replace(/(?<=\p{Ll})(?=\p{Lu})|[$_-]/gu, " ")
    .trim();
}

/** Writes a field outside its limits as words that stay in the masked text. */
export const FIELDS: readonly Mask[] = [
  [boundedBy("([\"'`]?)([$\\w/][\\w.$/~[\\]-]{0,200})\\1", HELD_TO), fieldItself],
  [boundedBy("()([$\\w][\\w.$[\\]-]{0,200})", OUTSIDE), fieldItself],
];
