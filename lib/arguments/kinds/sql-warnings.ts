import { areSure, type SqlToken } from "./sql-tokens";

/** How many rows a statement without a condition changes. */
const EVERY_ROW = "every row";

const word = (token: SqlToken | undefined) => (token?.kind === "word" ? token.text.toUpperCase() : "");

/** Words that narrow a statement in some dialect even without WHERE. */
const NARROWING = new Set(["JOIN", "USING", "LIMIT", "FROM", "TOP", "CURRENT", "APPLY"]);

/**
 * Statements that change every row of a table. Says nothing where a dialect might read the text
 * differently.
 */
export function sqlWarnings(all: readonly SqlToken[]): string[] {
  if (!areSure(all)) return [];
  const tokens = all.filter(({ kind }) => kind !== "space" && kind !== "comment");
  const found: string[] = [];
  for (const [at, token] of tokens.entries()) {
    const verb = word(token);
    if ((verb !== "DELETE" && verb !== "UPDATE" && verb !== "TRUNCATE") || !isStart(tokens, at)) continue;
    const said = warningOf(verb, tokens.slice(at + 1, endOf(tokens, at)));
    if (said) found.push(said);
    if (found.length === WARNINGS_MAX) break;
  }
  return found;
}

const WARNINGS_MAX = 5;

/** Whether a statement starts here, not `on delete`, `for update` or a column of that name. */
function isStart(tokens: readonly SqlToken[], at: number): boolean {
  const before = tokens[at - 1];
  return before === undefined || [";", "(", ")"].includes(before.text);
}

/** Where the statement that starts here ends: at its semicolon, or at the bracket around it. */
function endOf(tokens: readonly SqlToken[], start: number): number {
  let depth = 0;
  for (let at = start; at < tokens.length; at += 1) {
    const text = tokens[at]?.text;
    if (text === "(") depth += 1;
    if (text === ")") depth -= 1;
    if (depth < 0 || (depth === 0 && text === ";")) return at;
  }
  return tokens.length;
}

function warningOf(verb: string, rest: readonly SqlToken[]): string | null {
  const [first, ...after] = rest;
  if (verb === "TRUNCATE") {
    const name = nameFrom(word(first) === "TABLE" ? after : rest);
    return name && `TRUNCATE removes ${EVERY_ROW} of ${name}.`;
  }
  if (verb === "DELETE" && word(first) !== "FROM") return null;
  const own = outside(verb === "DELETE" ? after : rest);
  const words = own.map(word);
  const name = nameFrom(own);
  if (!name || (verb === "UPDATE" && !words.includes("SET"))) return null;
  if (words.some((one) => NARROWING.has(one))) return null;
  const does = verb === "DELETE" ? "removes" : "changes";
  const where = words.indexOf("WHERE");
  if (where < 0) return `${verb} without WHERE ${does} ${EVERY_ROW} of ${name}.`;
  const condition = own[where] ? after.slice(after.indexOf(own[where]) + 1) : [];
  return ALWAYS.test(condition.map(({ text }) => text).join(" "))
    ? `${verb} with a WHERE that is always true ${does} ${EVERY_ROW} of ${name}.`
    : null;
}

const ALWAYS = /^[( ]*(?:true|1 = 1)[) ]*$/i;

/** The tokens outside brackets. */
function outside(tokens: readonly SqlToken[]): SqlToken[] {
  let depth = 0;
  return tokens.filter(({ text }) => {
    if (text === ")") depth -= 1;
    const isOutside = depth === 0 && text !== "(" && text !== ")";
    if (text === "(") depth += 1;
    return isOutside;
  });
}

const NAME_CHARACTERS_MAX = 80;

function nameFrom(tokens: readonly SqlToken[]): string | null {
  let name = "";
  for (const [at, { kind, text }] of tokens.entries()) {
    if (at === 0 && text.toUpperCase() === "ONLY") continue;
    const isPart = kind === "word" || kind === "name";
    if (name === "" || name.endsWith(".") ? !isPart : text !== ".") break;
    name += text;
  }
  return name === "" || name.length > NAME_CHARACTERS_MAX ? null : name;
}
