// Parses prisma/schema and the migrations: tables with owners, models, SQL functions.
import { existsSync, readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { tablesIn } from "./sql.mjs";

/**
 * @typedef {{ table: string, owner: string, file: string, line: number, relations: Map<string,
 * string> }} Model `owner` is the schema file's name; `relations` maps a field to the name of
 * another model.
 * @typedef {{ models: Map<string, Model>, tables: Map<string, Model>, functions: Map<string,
 * string> }} Schema `models` by their accessor on a client; `functions` maps a function to the
 * first table it names.
 */

/** @returns {Schema} */
export function readSchema(root) {
  const folder = path.join(root, "prisma", "schema");
  const files = existsSync(folder) ? readdirSync(folder).filter((name) => name.endsWith(".prisma")) : [];
  const found = files.flatMap((name) =>
    modelsOf(`prisma/schema/${name}`, readFileSync(path.join(folder, name), "utf8")),
  );
  const models = new Map(found.map(({ name, ...model }) => [accessorOf(name), model]));
  const tables = new Map(found.map((model) => [model.table, model]));
  for (const model of models.values()) keepRelations(model, models);
  return { models, tables, functions: readFunctions(root, tables) };
}

const accessorOf = (model) => model.charAt(0).toLowerCase() + model.slice(1);

function modelsOf(file, text) {
  return [...text.matchAll(/^model\s+(\w+)\s*\{([\s\S]*?)^\}/gm)].map(({ 1: name, 2: body, index }) => ({
    name,
    table: /@@map\("([^"]+)"\)/.exec(body)?.[1] ?? name,
    owner: path.posix.basename(file, ".prisma"),
    file,
    line: text.slice(0, index).split("\n").length,
    relations: new Map(
      [...body.matchAll(/^\s*(\w+)\s+(\w+)(?:\?|\[\])?(?=\s|$)/gm)].map(([, field, type]) => [field, type]),
    ),
  }));
}

function keepRelations(model, models) {
  for (const [field, type] of model.relations)
    if (models.has(accessorOf(type))) model.relations.set(field, accessorOf(type));
    else model.relations.delete(field);
}

/** An SQL function belongs to the owner of the first table in its body. */
function readFunctions(root, tables) {
  const folder = path.join(root, "prisma", "migrations");
  const functions = new Map();
  if (!existsSync(folder)) return functions;
  for (const name of readdirSync(folder).sort()) {
    const file = path.join(folder, name, "migration.sql");
    if (!existsSync(file)) continue;
    const made = /create\s+(?:or\s+replace\s+)?function\s+(\w+)[\s\S]*?\$(\w*)\$([\s\S]*?)\$\2\$/gi;
    for (const [, called, , body] of readFileSync(file, "utf8").matchAll(made)) {
      const first = tablesIn(body).find(({ name: table }) => tables.has(table));
      if (first) functions.set(called, first.name);
    }
  }
  return functions;
}
