export type SqlToken = {
  kind: "space" | "word" | "text" | "name" | "comment" | "number" | "mark";
  text: string;
};

// Every alternative that opens something also ends at the end of the text, so that nothing is read
// twice: the time is linear for any text.
const TOKEN =
  /(?<space>\s+)|(?<comment>--[^\n]*|\/\*[\s\S]*?(?:\*\/|$))|(?<text>'(?:[^']|'')*(?:'|$)|\$(?<tag>\w*)\$[\s\S]*?(?:\$\k<tag>\$|$))|(?<name>"(?:[^"]|"")*(?:"|$)|`[^`]*(?:`|$))|(?<number>\d[\w.]*)|(?<word>[\p{L}_][\p{L}\p{N}_$]*)|(?<mark>[\s\S])/uy;

const KINDS = ["space", "comment", "text", "name", "number", "word", "mark"] as const;

/** Splits an SQL text without losing a character; the texts of the tokens join to the input. */
export function sqlTokens(sql: string): SqlToken[] {
  const tokens: SqlToken[] = [];
  TOKEN.lastIndex = 0;
  for (let match = TOKEN.exec(sql); match; match = TOKEN.exec(sql)) {
    const groups = match.groups ?? {};
    const kind = KINDS.find((one) => groups[one] !== undefined) ?? "mark";
    tokens.push({ kind, text: match[0] });
  }
  return tokens;
}

/** Whether all common dialects split the token alike: quotes closed, no escapes, plain comments. */
function isSure({ kind, text }: SqlToken): boolean {
  if (kind === "mark") return text !== "#" && text !== "\\" && text !== "[";
  if (kind === "name") return text.length > 1 && text.at(-1) === text[0];
  if (kind === "text")
    return text.startsWith("'") && text.length > 1 && text.endsWith("'") && !text.includes("\\");
  if (kind !== "comment") return true;
  if (text.startsWith("--")) return /^--(\s|$)/.test(text);
  return text.length > 3 && text.endsWith("*/") && !/^\/\*[!+]/.test(text) && !text.slice(2).includes("/*");
}

/** Whether the tokens mean the same in every common dialect. */
export const areSure = (tokens: readonly SqlToken[]) => tokens.every(isSure);
