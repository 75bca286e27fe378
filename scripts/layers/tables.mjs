import { domainOf, isDomainFile, LINE } from "./line.mjs";
import { readSchema } from "./prisma-schema.mjs";
import { statementsOf } from "./statements.mjs";

/** @typedef {import("./prisma-schema.mjs").Schema} Schema */

/** SQL and Prisma calls of a domain name its own tables and those of domains to its left. */
export function tables(project) {
  const schema = readSchema(project.root);
  const used = project.sources.filter(isDomainFile).flatMap((source) => judged(source, schema));
  return [...strayFiles(schema), ...used];
}

function strayFiles({ tables }) {
  const stray = new Map(
    [...tables.values()].filter(({ owner }) => !LINE.includes(owner)).map((model) => [model.file, model]),
  );
  return [...stray.values()].map(({ file, line, owner }) => ({
    file,
    line,
    text: `declares tables and is named after no domain: there is no lib/${owner} in the line`,
  }));
}

function judged(source, schema) {
  const here = domainOf(source.file);
  const named = [
    ...statementsOf(source).flatMap((one) => tablesOf(one, schema)),
    ...namedByText(source, schema),
  ];
  const breaches = named.flatMap(({ table, line, through }) => {
    const { owner } = schema.tables.get(table);
    if (!isRight(owner, here)) return [];
    const what = through ? `calls ${through}, which reads ${table}` : `names ${table}`;
    return [{ file: source.file, line, text: `${what}, a table of lib/${owner}, right of lib/${here}` }];
  });
  return [...new Map(breaches.map((one) => [`${one.line} ${one.text}`, one])).values()];
}

function isRight(owner, here) {
  const [there, own] = [LINE.indexOf(owner), LINE.indexOf(here)];
  return owner !== here && own !== -1 && (there === -1 || there > own);
}

function tablesOf({ kind, name, line, node }, schema) {
  if (kind === "model") return inModelCall(schema, name, line, node);
  const table = kind === "function" ? schema.functions.get(name) : name;
  if (!schema.tables.has(table)) return [];
  return [{ table, line, through: kind === "function" ? name : null }];
}

function inModelCall({ models }, accessor, line, node) {
  const model = models.get(accessor);
  if (!model) return [];
  const found = [{ table: model.table, line }];
  const visit = (object, of) => {
    if (object?.type === "ArrayExpression") for (const one of object.elements) visit(one, of);
    if (object?.type !== "ObjectExpression") return;
    for (const { key, value } of object.properties.filter(({ type }) => type === "Property")) {
      const related = models.get(of.relations.get(key.name));
      if (related) found.push({ table: related.table, line });
      visit(value, related ?? of);
    }
  };
  for (const argument of node.arguments) visit(argument, model);
  return found;
}

/**
 * If a table's name is inserted into SQL at run time, every text of the file that names a table
 * counts.
 */
function namedByText(source, schema) {
  const raw = source
    .nodes("CallExpression")
    .some(({ callee, arguments: [given] }) => callee.property?.name === "raw" && given?.type !== "Literal");
  if (!raw) return [];
  const keys = source
    .nodes("Property")
    .map(({ key }) => ({ start: key.start, value: key.name ?? key.value }));
  return [...source.nodes("Literal"), ...keys]
    .filter(({ value }) => typeof value === "string" && schema.tables.has(value))
    .map(({ value, start }) => ({ table: value, line: source.lineAt(start) }));
}
