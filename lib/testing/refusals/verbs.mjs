// Lists every verb of the product from its sources, so that a new one cannot be forgotten.
import { readProject } from "../../../scripts/layers/read.mjs";

const WRITES = new Set(["change", "ingest", "bookkeep"]);

const METHODS = new Set(["GET", "POST", "PUT", "PATCH", "DELETE"]);

/**
 * Form of a verb in the table: `lib/tenants/commands.ts createTenant`.
 * @typedef {{ file: string, name: string, scope: string }} Command `scope` is the type of its first
 * parameter
 * @typedef {{ file: string, name: string }} Action
 * @typedef {{ file: string, methods: string[] }} Route
 */

/**
 * @param {string} root
 * @returns {{ commands: Command[], actions: Action[], routes: Route[] }}
 */
export function readVerbs(root) {
  const project = readProject(root);
  const sources = project.sources.filter(isProduct);
  return {
    commands: commandsOf(project, sources),
    actions: sources.flatMap(actionsOf),
    routes: sources.flatMap(routesOf),
  };
}

let own;

export const ownVerbs = () => (own ??= readVerbs(process.cwd()));

const isProduct = ({ file, isTest }) => !isTest && /^(app|lib)\//.test(file) && !/\/testing\//.test(file);

/** Every exported function of a file of server actions, and every function with the directive. */
function actionsOf(source) {
  const { file, directive, exports } = source;
  if (directive === "use server") {
    const types = new Set(source.body.flatMap(({ declaration }) => typeNameOf(declaration)));
    return exports.filter(({ name }) => !types.has(name)).map(({ name }) => ({ file, name }));
  }
  if (!source.text.includes("use server")) return [];
  return source
    .nodes("ExpressionStatement")
    .filter((node) => node.directive === "use server")
    .map((node) => ({ file, name: `line ${source.lineAt(node.start)}` }));
}

const typeNameOf = (declaration) => (declaration?.type.startsWith("TS") ? [declaration.id.name] : []);

function routesOf({ file, exports }) {
  if (!/^app\/(.*\/)?route\.ts$/.test(file)) return [];
  return [{ file, methods: exports.map(({ name }) => name).filter((name) => METHODS.has(name)) }];
}

/**
 * A command is an exported lib function whose first parameter is a person's or gateway's scope and
 * that reaches a write (`change`, `ingest`, `bookkeep`). Functions that take only a SystemScope are
 * steps of the product, which no one else can call.
 */
function commandsOf({ files }, sources) {
  const domains = sources.filter(({ file }) => file.startsWith("lib/") && !/^lib\/(core|api)\//.test(file));
  const tops = new Map(domains.map((source) => [source.file, topsOf(source)]));
  const named = new Map(domains.map((source) => [source.file, namesOf(source, files)]));
  const reaches = writers(domains, tops, named);
  return domains.flatMap((source) => {
    const exported = new Set(source.exports.map(({ name }) => name));
    return [...(tops.get(source.file) ?? [])].flatMap(([name, node]) => {
      const scope = scopeOf(source, node);
      const isOne = exported.has(name) && scope !== null && reaches.has(`${source.file} ${name}`);
      return isOne ? [{ file: source.file, name, scope }] : [];
    });
  });
}

function topsOf({ body }) {
  const found = new Map();
  for (const node of body) {
    const made = node.declaration ?? node;
    if (made.type === "FunctionDeclaration") found.set(made.id.name, made);
    if (made.type === "VariableDeclaration") for (const one of made.declarations) found.set(one.id.name, one);
  }
  return found;
}

function scopeOf({ text }, { params, init }) {
  const list = params ?? init?.params;
  const [first] = Array.isArray(list) ? list : (list?.items ?? []);
  const type = first?.typeAnnotation?.typeAnnotation;
  const written = type ? text.slice(type.start, type.end) : "";
  const names = written.split("|").map((name) => name.trim());
  const asked = names.filter((name) => /^(User|Gateway|)Scope$/.test(name));
  return asked.length > 0 ? asked.join(" | ") : null;
}

function namesOf(source, files) {
  const names = new Map([...topsOf(source).keys()].map((name) => [name, `${source.file} ${name}`]));
  for (const node of source.nodes("ImportDeclaration")) {
    const line = source.lineAt(node.start);
    const to = source.imports.find((one) => one.line === line)?.to;
    if (node.importKind === "type" || !files.has(to)) continue;
    for (const { type, imported, local } of node.specifiers)
      if (type === "ImportSpecifier") names.set(local.name, `${to} ${imported.name}`);
  }
  return names;
}

function writers(domains, tops, named) {
  const users = new Map();
  const found = [];
  for (const source of domains)
    for (const [name, node] of tops.get(source.file)) {
      const own = `${source.file} ${name}`;
      for (const { name: used, start } of source.nodes("Identifier")) {
        if (start < node.start || start >= node.end) continue;
        const other = named.get(source.file).get(used);
        if (!other || other === own) continue;
        if (isWrite(other)) found.push(own);
        else users.set(other, [...(users.get(other) ?? []), own]);
      }
    }
  const reached = new Set(found);
  for (const one of reached) for (const user of users.get(one) ?? []) reached.add(user);
  return reached;
}

const isWrite = (place) => {
  const [file, name] = place.split(" ");
  return file === "lib/core/db.ts" && WRITES.has(name);
};
