// Lists every text that a person or an agent can read, for one reader in one sitting:
// `node scripts/words.mjs [path…]`; `--count` says how many there are, `--refused` those with words that our writing does without,
// in comments and documentation as well.
import { existsSync, readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { isTesting } from "./layers/line.mjs";
import { readProject } from "./layers/read.mjs";
import { refusedIn, WORD_LISTS } from "./words/refused.mjs";
import { textsOf } from "./words/texts.mjs";

// In the order in which readers meet them.
const FOLDERS = ["app", "components", "lib", "gateway", "sample", "scripts"];

/**
 * @param {string} root
 * @param {readonly string[]} [places] files or folders below the root; default: all
 * @returns {string[]} one line per text, `file:line: text`, with `{…}` for run-time values
 */
export function listWords(root, places = []) {
  const chosen = places.map((place) => path.relative(root, path.resolve(root, place)).replaceAll("\\", "/"));
  const folderOf = (file) => FOLDERS.indexOf(file.split("/", 1)[0]);
  return readProject(root)
    .sources.filter(({ file, isTest }) => folderOf(file) !== -1 && !isTest && !isTesting(file))
    .filter(({ file }) => chosen.length === 0 || chosen.some((one) => `${file}/`.startsWith(`${one}/`)))
    .sort((a, b) => folderOf(a.file) - folderOf(b.file))
    .flatMap((source) => textsOf(source).map(({ line, text }) => `${source.file}:${line}: ${text}`));
}

/** Texts of the product, its comments and lines of its documentation that hold a refused word: `file:line: words: text`. */
export function refusedWords(root) {
  return [...listWords(root), ...comments(root), ...documentation(root)].flatMap((line) => {
    const [, file = "", at = "", text = ""] = /^([^:]+):(\d+): (.*)$/s.exec(line) ?? [];
    const words = WORD_LISTS.has(file) ? [] : refusedIn(text);
    return words.length > 0 ? [`${file}:${at}: ${words.join(", ")}: ${text}`] : [];
  });
}

/** The comments of all sources, those of tests too, one line each. */
function comments(root) {
  return readProject(root).sources.flatMap(({ file, comments: found, lineAt }) =>
    found.map(({ value, start }) => `${file}:${lineAt(start)}: ${proseOf(value)}`),
  );
}

/** Without the stars of its lines, and without the types and names of JSDoc. */
function proseOf(comment) {
  const line = comment.replace(/\s*\n\s*\*?\s*|^\*/g, " ").trim();
  return line.replace(/@param (?:\{.*?\}+ )?\[?\w+\]?/g, "@param");
}

/** The lines of the documentation outside of blocks of code. Decisions are kept as they were written. */
function documentation(root) {
  const docs = path.join(root, "docs");
  const names = existsSync(docs) ? readdirSync(docs).filter((name) => name.endsWith(".md")) : [];
  return ["README.md", "CHANGELOG.md", ...names.map((name) => `docs/${name}`)]
    .filter((name) => existsSync(path.join(root, name)))
    .flatMap((name) => {
      const text = readFileSync(path.join(root, name), "utf8").replace(/^```[\s\S]*?^```/gm, (block) =>
        block.replace(/[^\n]/g, ""),
      );
      return text.split("\n").map((line, at) => `${name}:${at + 1}: ${line}`);
    });
}

function main() {
  const { values, positionals } = parseArgs({
    options: {
      count: { type: "boolean", default: false },
      refused: { type: "boolean", default: false },
    },
    allowPositionals: true,
  });
  const lines = values.refused ? refusedWords(process.cwd()) : listWords(process.cwd(), positionals);
  console.log(values.count ? String(lines.length) : lines.join("\n"));
}

if (process.argv[1] === fileURLToPath(import.meta.url)) main();
