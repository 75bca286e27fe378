// Parses the project once: each source with imports, exports and a lazy syntax tree.
import { existsSync, readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { parseSync } from "rolldown/utils";

const FOLDERS = ["app", "components", "lib", "gateway", "sample", "e2e", "bench", "scripts"];
const SKIPPED = new Set(["node_modules", "generated", "fonts"]);
const SOURCE = /\.(ts|tsx|mjs)$/;
const ENDINGS = ["", ".ts", ".tsx", ".mjs", "/index.ts", "/index.tsx", "/index.mjs"];

/**
 * @typedef {{ to: string, typeOnly: boolean, line: number, names: string[] }} Import
 * `to` is a file of the project with its ending, a place in it that is no source, or a package as
 * written; `names` are those of the other file, `*` for all of them.
 * @typedef {{ name: string, line: number, from: string | null }} Export
 * @typedef {{ file: string, text: string, isTest: boolean, lineCount: number,
 *   imports: Import[], exports: Export[], directive: string | null,
 *   lineAt: (offset: number) => number, nodes: (type: string) => any[], body: any[],
 *   comments: { value: string, start: number }[] }} Source
 * `file` has forward slashes and starts at the root.
 * @typedef {{ root: string, sources: Source[], files: Map<string, Source> }} Project
 */

/** @returns {Project} */
export function readProject(root) {
  const names = [...FOLDERS.flatMap((folder) => walk(root, folder)), ...rootFiles(root)];
  const files = new Map(names.map((file) => [file, toSource(root, file)]));
  const sources = [...files.values()];
  for (const source of sources) for (const one of source.imports) one.to = inProject(files, one.to);
  return { root, sources, files };
}

const rootFiles = (root) => readdirSync(root).filter((name) => SOURCE.test(name) && !name.endsWith(".d.ts"));

function walk(root, folder) {
  const full = path.join(root, folder);
  if (!existsSync(full)) return [];
  return readdirSync(full, { withFileTypes: true }).flatMap((entry) => {
    if (SKIPPED.has(entry.name)) return [];
    const place = `${folder}/${entry.name}`;
    if (entry.isDirectory()) return walk(root, place);
    return SOURCE.test(entry.name) ? [place] : [];
  });
}

function inProject(files, target) {
  const ending = ENDINGS.find((one) => files.has(target + one));
  return ending === undefined ? target : target + ending;
}

function toSource(root, file) {
  const text = readFileSync(path.join(root, file), "utf8");
  const parsed = parseSync(file, text);
  if (parsed.errors.length > 0) throw new Error(`${file}: ${parsed.errors[0].message}`);
  const isTest = /\.(test|spec)\.(ts|tsx|mjs)$/.test(file);
  const lineAt = lineFinder(text);
  const once = lazily(() => indexed(parsed.program));
  const source = {
    file,
    text,
    isTest,
    lineAt,
    lineCount: text.split("\n").length - (text.endsWith("\n") ? 1 : 0),
    exports: exportsOf(parsed.module, lineAt),
    nodes: (type) => once().get(type) ?? [],
    get body() {
      return parsed.program.body;
    },
    get comments() {
      return parsed.comments;
    },
    get directive() {
      return /["']use (client|server)["']/.test(text) ? (parsed.program.body[0]?.directive ?? null) : null;
    },
  };
  source.imports = importsOf(source, parsed.module);
  return source;
}

function lazily(make) {
  let made;
  return () => {
    made ??= make();
    return made;
  };
}

function lineFinder(text) {
  const starts = lazily(() => [0, ...[...text.matchAll(/\n/g)].map(({ index }) => index + 1)]);
  return (offset) => {
    let [low, high] = [0, starts().length];
    while (high - low > 1) {
      const middle = (low + high) >> 1;
      if (starts()[middle] <= offset) low = middle;
      else high = middle;
    }
    return low + 1;
  };
}

/** Nodes of the tree by type, in text order. */
function indexed(program) {
  const found = new Map();
  const visit = (node) => {
    if (typeof node.type === "string") {
      const list = found.get(node.type);
      if (list) list.push(node);
      else found.set(node.type, [node]);
    }
    for (const key in node) {
      const value = node[key];
      if (value && typeof value === "object") visit(value);
    }
  };
  visit(program);
  return found;
}

function importsOf(source, { staticImports, staticExports, dynamicImports }) {
  const { file, text, lineAt, isTest } = source;
  const one = (written, at, names, typeOnly) => ({
    to: resolve(file, written),
    typeOnly,
    line: lineAt(at),
    names,
  });
  const found = staticImports.map(({ moduleRequest, start, entries }) =>
    one(moduleRequest.value, start, entries.map(importedName), allTypes(entries)),
  );
  for (const { entries } of staticExports)
    for (const entry of entries.filter(({ moduleRequest }) => moduleRequest))
      found.push(one(entry.moduleRequest.value, entry.start, [importedName(entry)], entry.isType));
  for (const { moduleRequest, start } of dynamicImports) {
    const written = /^["'`]([^"'`$]+)["'`]$/.exec(text.slice(moduleRequest.start, moduleRequest.end));
    if (written) found.push(one(written[1], start, ["*"], false));
  }
  // A type can be imported inside another one.
  if (!isTest && text.includes("import("))
    for (const node of source.nodes("TSImportType"))
      found.push(one(node.source.value, node.start, ["*"], true));
  return found;
}

const allTypes = (entries) => entries.length > 0 && entries.every(({ isType }) => isType);

function importedName({ importName: { kind, name } }) {
  if (kind === "Default") return "default";
  return kind === "Name" ? name : "*";
}

function exportsOf({ staticExports }, lineAt) {
  return staticExports.flatMap(({ entries }) =>
    entries.map(({ exportName, moduleRequest, start }) => ({
      name: exportName.kind === "Default" ? "default" : (exportName.name ?? "*"),
      line: lineAt(exportName.start ?? start),
      from: moduleRequest?.value ?? null,
    })),
  );
}

function resolve(file, target) {
  if (target.startsWith("@/")) return target.slice(2);
  if (!target.startsWith(".")) return target;
  return path.posix.normalize(path.posix.join(path.posix.dirname(file), target));
}
