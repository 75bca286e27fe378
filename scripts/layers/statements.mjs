// Database access of a source: tables in its SQL and in Prisma model calls.
import { tablesIn } from "./sql.mjs";

const WRITING = new Set([
  "create",
  "createMany",
  "createManyAndReturn",
  "update",
  "updateMany",
  "updateManyAndReturn",
  "upsert",
  "delete",
  "deleteMany",
]);
const READING = new Set([
  "findMany",
  "findFirst",
  "findFirstOrThrow",
  "findUnique",
  "findUniqueOrThrow",
  "count",
  "aggregate",
  "groupBy",
]);
const TAKES_SQL = new Set(["$queryRawUnsafe", "$executeRawUnsafe", "raw", "query"]);
// Start of a text that can only be SQL.
const STATEMENT = /^\s*(select|insert into|update|delete from|with [\w"]+ (\(|as\b)|truncate|lock table)\s/;

/** @typedef {{ name: string, line: number, writes: boolean, kind: "table" | "function" | "model", node?: any }} Statement */

const known = new WeakMap();

/** @returns {Statement[]} names as written; the caller checks whether tables exist */
export function statementsOf(source) {
  if (!known.has(source)) known.set(source, [...inTexts(source), ...inCalls(source)]);
  return known.get(source);
}

function inTexts(source) {
  return sqlOf(source).flatMap(({ start, text }) =>
    tablesIn(text).map(({ name, at, writes, call }) => ({
      name,
      line: source.lineAt(start + at),
      writes,
      kind: call ? "function" : "table",
    })),
  );
}

/** Tagged templates, plain SQL arguments, and texts that start like a statement. */
function sqlOf(source) {
  const given = new Set(
    source
      .nodes("CallExpression")
      .filter(({ callee }) => TAKES_SQL.has(callee.property?.name))
      .flatMap(({ arguments: given }) => given.slice(0, 1)),
  );
  const tagged = new Set(source.nodes("TaggedTemplateExpression").map(({ quasi }) => quasi));
  const templates = source
    .nodes("TemplateLiteral")
    .map((node) => ({ node, text: withoutSlots(source, node) }));
  const strings = source
    .nodes("Literal")
    .filter(({ value }) => typeof value === "string")
    .map((node) => ({ node, text: node.value }));
  return [...templates, ...strings]
    .filter(({ node, text }) => tagged.has(node) || given.has(node) || STATEMENT.test(text))
    .map(({ node, text }) => ({ start: node.start + 1, text }));
}

/** The template's text with a question mark for each slot, at the same offsets. */
function withoutSlots({ text }, { start, end, expressions }) {
  let out = "";
  let at = start + 1;
  for (const slot of expressions) {
    const open = text.lastIndexOf("${", slot.start);
    const close = text.indexOf("}", slot.end) + 1;
    out += `${text.slice(at, open)}?${text.slice(open + 1, close).replace(/[^\n]/g, " ")}`;
    at = close;
  }
  return out + text.slice(at, end - 1);
}

function inCalls(source) {
  return source
    .nodes("CallExpression")
    .filter(({ callee }) => callee.object?.type === "MemberExpression" && !callee.computed)
    .filter(({ callee: { property } }) => WRITING.has(property.name) || READING.has(property.name))
    .map((node) => ({
      name: node.callee.object.property.name,
      line: source.lineAt(node.start),
      writes: WRITING.has(node.callee.property.name),
      kind: "model",
      node,
    }));
}
