import { existsSync, readdirSync, readFileSync } from "node:fs";
import path from "node:path";

const FOLDERS = ["app", "components", "lib", "gateway", "e2e", "bench", "scripts"];
const ROOT_FILES = ["proxy.ts", "instrumentation.ts", "next.config.ts"];
const SKIPPED = new Set(["node_modules", "generated", "fonts"]);

/**
 * @typedef {{ file: string, text: string, code: string, lines: string[], imports: { target: string, typeOnly: boolean }[], isTest: boolean }} Source
 * `file` has forward slashes and starts at the root; `code` is the text without comments; import targets are resolved to such
 * paths where they point into the project, else kept as written.
 */

/** @returns {Source[]} */
export function readSources(root) {
  const found = [
    ...FOLDERS.flatMap((folder) => walk(root, folder)),
    ...ROOT_FILES.filter((file) => existsSync(path.join(root, file))),
  ];
  return found.map((file) => toSource(root, file));
}

function walk(root, folder) {
  const full = path.join(root, folder);
  if (!existsSync(full)) return [];
  return readdirSync(full, { withFileTypes: true }).flatMap((entry) => {
    if (SKIPPED.has(entry.name)) return [];
    const place = `${folder}/${entry.name}`;
    if (entry.isDirectory()) return walk(root, place);
    return /\.(ts|tsx|mjs)$/.test(entry.name) ? [place] : [];
  });
}

const IMPORT =
  /(?:^|\n)\s*(import|export)\s+(type\s+)?(?:[\w*{}\s,$]*?\s+from\s+)?["']([^"']+)["']|import\(\s*["']([^"']+)["']\s*\)/g;

function toSource(root, file) {
  const text = readFileSync(path.join(root, file), "utf8");
  const code = withoutComments(text);
  const imports = [...code.matchAll(IMPORT)].map(([, , typeOnly, from, dynamic]) => ({
    target: resolve(file, from ?? dynamic),
    typeOnly: Boolean(typeOnly),
  }));
  return { file, text, code, lines: text.split("\n"), imports, isTest: /\.test\.(ts|tsx|mjs)$/.test(file) };
}

/** Blanks comments but not strings, so that words in prose are not taken for code. */
function withoutComments(text) {
  return text.replace(
    /("(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)*'|`(?:[^`\\]|\\.)*`)|\/\*[\s\S]*?\*\/|(^|[^:\\])\/\/[^\n]*/g,
    (whole, string, before) => (string ? whole : (before ?? "") + whole.replace(/[^\n]/g, "").slice(0)),
  );
}

function resolve(file, target) {
  if (target.startsWith("@/")) return target.slice(2);
  if (target.startsWith(".")) return path.posix.normalize(path.posix.join(path.posix.dirname(file), target));
  return target;
}
