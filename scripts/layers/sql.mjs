// Tables in an SQL text, in any position; not CTEs or functions.

const TOKEN = /--[^\n]*|\/\*[\s\S]*?\*\/|'(?:[^']|'')*'|"(?:[^"]|"")*"|\d[\w.]*|[A-Za-z_][\w$]*|\S/g;
const LISTS = new Set(["from", "join", "using", "into", "update", "table", "truncate"]);
const BEFORE_NAME = new Set(["lateral", "only", "table", "if", "not", "exists"]);
// After these, `update` is a lock or an event, not a statement.
const NO_STATEMENT = new Set(["for", "key", "do", "on", "or", "before", "after"]);
// `from` is part of these calls.
const CALLS_WITH_FROM = new Set(["extract", "substring", "trim", "overlay"]);
// Words after a table's name that are no alias.
const NO_ALIAS = new Set(
  (
    "where join left right inner outer full cross natural on using set order group having limit offset for " +
    "union except intersect returning values default select as tablesample window when then end and or fetch"
  ).split(" "),
);

/**
 * @param {string} sql with a question mark for each slot
 * @returns {{ name: string, at: number, writes: boolean, call: boolean }[]} `call` for functions
 */
export function tablesIn(sql) {
  const tokens = [...sql.matchAll(TOKEN)]
    .filter(([text]) => !/^(--|\/\*|')/.test(text))
    .map(({ 0: text, index }) => ({ text, at: index, word: text.toLowerCase() }));
  const closes = matching(tokens);
  const ctes = ctesOf(tokens, closes);
  const found = [];
  const add = (token, writes) => {
    const name = unquoted(token.text);
    if (!ctes.has(name)) found.push({ name, at: token.at, writes, call: false });
  };
  scan({ tokens, closes, add, found }, 0, tokens.length, "");
  return found;
}

const isName = (token) => token !== undefined && /^["A-Za-z_]/.test(token.text);
const unquoted = (text) => text.replace(/^"|"$/g, "");

function matching(tokens) {
  const [open, closes] = [[], new Map()];
  tokens.forEach(({ text }, index) => {
    if (text === "(") open.push(index);
    if (text === ")" && open.length > 0) closes.set(open.pop(), index);
  });
  for (const index of open) closes.set(index, tokens.length);
  return closes;
}

/** Names before `as (`, with or without columns. */
function ctesOf(tokens, closes) {
  const names = new Set();
  if (!tokens.some(({ word }) => word === "with")) return names;
  tokens.forEach((token, index) => {
    if (!isName(token)) return;
    let at = index + 1;
    if (tokens[at]?.text === "(") at = closes.get(at) + 1;
    if (tokens[at]?.word !== "as") return;
    at += 1;
    while (tokens[at]?.word === "not" || tokens[at]?.word === "materialized") at += 1;
    if (tokens[at]?.text === "(") names.add(unquoted(token.text));
  });
  return names;
}

function scan(state, from, to, callee) {
  const { tokens, closes, found } = state;
  for (let at = from; at < to; at += 1) {
    const { word, text } = tokens[at];
    const next = tokens[at + 1]?.text;
    if (text === "(") {
      scan(state, at + 1, closes.get(at), tokens[at - 1]?.word ?? "");
      at = closes.get(at);
    } else if (LISTS.has(word) && namesTables(tokens, at, callee)) {
      at = readList(state, at, to) - 1;
    } else if (isName(tokens[at]) && next === "(") {
      found.push({ name: unquoted(text), at: tokens[at].at, writes: false, call: true });
    }
  }
}

function namesTables(tokens, at, callee) {
  const before = tokens[at - 1]?.word ?? "";
  const { word } = tokens[at];
  if (word === "from") return before !== "distinct" && !CALLS_WITH_FROM.has(callee);
  if (word === "update") return !NO_STATEMENT.has(before);
  return word !== "using" || tokens[at + 1]?.text !== "(";
}

/** Collects tables of a list, including subqueries, and returns its end. */
function readList({ tokens, ...state }, start, to) {
  const writes =
    /^(into|update|table|truncate)$/.test(tokens[start].word) || tokens[start - 1]?.word === "delete";
  let at = start + 1;
  for (; at < to; at += 1) {
    while (BEFORE_NAME.has(tokens[at]?.word)) at += 1;
    at = readItem({ tokens, ...state }, at, writes);
    at = skipAlias({ tokens, ...state }, at);
    if (tokens[at]?.text !== ",") return at;
  }
  return at;
}

function readItem(state, start, writes) {
  const { tokens, closes, add, found } = state;
  let at = start;
  if (isName(tokens[at])) {
    while (tokens[at + 1]?.text === "." && isName(tokens[at + 2])) at += 2;
    const call = tokens[at + 1]?.text === "(" && !writes;
    if (call) found.push({ name: unquoted(tokens[at].text), at: tokens[at].at, writes: false, call });
    else add(tokens[at], writes);
    at += 1;
  } else if (tokens[at]?.text === "?") at += 1;
  if (tokens[at]?.text !== "(") return at;
  scan(state, at + 1, closes.get(at), tokens[at - 1]?.word ?? "");
  return closes.get(at) + 1;
}

function skipAlias({ tokens, closes }, start) {
  let at = start;
  if (tokens[at]?.word === "with" && tokens[at + 1]?.word === "ordinality") at += 2;
  if (tokens[at]?.word === "as") at += 1;
  if (!isName(tokens[at]) || NO_ALIAS.has(tokens[at].word)) return at;
  at += 1;
  return tokens[at]?.text === "(" ? closes.get(at) + 1 : at;
}
