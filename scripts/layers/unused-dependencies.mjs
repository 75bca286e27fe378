import { existsSync, readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { parseSync } from "rolldown/utils";

const CONFIG = /(^[^/]+$|^scripts\/)/;
const STYLES = ["app", "components"];

/** Every package in package.json is imported, named by a script, or needed by one that is. */
export function unusedDependencies(project) {
  const file = path.join(project.root, "package.json");
  if (!existsSync(file)) return [];
  const text = readFileSync(file, "utf8");
  const { dependencies = {}, devDependencies = {}, scripts = {} } = JSON.parse(text);
  const names = Object.keys({ ...dependencies, ...devDependencies });
  const used = new Set(directlyUsed(project, names, scripts));
  for (const name of used)
    for (const peer of Object.keys(manifestOf(project.root, name).peerDependencies ?? {}))
      if (names.includes(peer)) used.add(peer);
  return names
    .filter((name) => !used.has(name) && !used.has(typedBy(name)))
    .map((name) => ({
      file: "package.json",
      line: text.slice(0, text.indexOf(`"${name}":`)).split("\n").length,
      text: `${name} is imported by no source and named by no script`,
    }));
}

/** The package whose types `@types/…` are; Node's are used by every program. */
function typedBy(name) {
  if (!name.startsWith("@types/")) return "";
  const typed = name.slice("@types/".length);
  return typed.includes("__") ? `@${typed.replace("__", "/")}` : typed;
}

function directlyUsed(project, names, scripts) {
  const imported = new Set(
    [...importsOf(project), ...generatedImports(project.root), ...styleImports(project.root)].map(packageOf),
  );
  if ([...imported].some((name) => name.startsWith("node:"))) imported.add("node");
  const said = wordsOfScripts(project);
  const commands = new Set(Object.values(scripts).flatMap((line) => line.split(/\s+/)));
  const named = names.filter((name) => {
    const { bin, optionalDependencies = {} } = manifestOf(project.root, name);
    return (
      said.some((word) => isNamed(word, name) || isPlatformOf(word, Object.keys(optionalDependencies))) ||
      binsOf(name, bin).some((one) => commands.has(one))
    );
  });
  return [...imported, ...named];
}

const isNamed = (word, name) =>
  word === name || word.startsWith(`${name}/`) || word.includes(`node_modules/${name}/`);

/** Programs for one platform come as packages of their own, which are named up to the platform. */
const isPlatformOf = (word, packages) =>
  /^@[\w-]+\//.test(word) && packages.some((one) => one.startsWith(word));

const importsOf = ({ sources }) => sources.flatMap(({ imports }) => imports.map(({ to }) => to));

const packageOf = (to) => to.split("/", to.startsWith("@") ? 2 : 1).join("/");

/** Texts in scripts and in configuration: programs are started by their path, plugins named by their package. */
const wordsOfScripts = ({ sources }) =>
  sources
    .filter(({ file, isTest }) => CONFIG.test(file) && !isTest)
    .flatMap((source) => [
      ...source.nodes("Literal").map(({ value }) => value),
      ...source.nodes("TemplateElement").map(({ value }) => value.cooked),
    ])
    .filter((value) => typeof value === "string");

/** The generated client imports its runtime. */
function generatedImports(root) {
  const folder = path.join(root, "lib", "generated", "prisma");
  if (!existsSync(folder)) return [];
  return readdirSync(folder)
    .filter((name) => name.endsWith(".ts"))
    .flatMap((name) => parseSync(name, readFileSync(path.join(folder, name), "utf8")).module.staticImports)
    .map(({ moduleRequest }) => moduleRequest.value);
}

function styleImports(root) {
  return STYLES.map((folder) => path.join(root, folder))
    .filter(existsSync)
    .flatMap((folder) => readdirSync(folder, { recursive: true }).map((name) => path.join(folder, name)))
    .filter((file) => file.endsWith(".css"))
    .flatMap((file) => [...readFileSync(file, "utf8").matchAll(/@(?:import|plugin)\s+["']([^"']+)["']/g)])
    .map(([, name]) => name);
}

function manifestOf(root, name) {
  const file = path.join(root, "node_modules", name, "package.json");
  return existsSync(file) ? JSON.parse(readFileSync(file, "utf8")) : {};
}

const binsOf = (name, bin = {}) => (typeof bin === "string" ? [path.posix.basename(name)] : Object.keys(bin));
