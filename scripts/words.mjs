// Lists every text that a person or an agent can read, for one reader in one sitting:
// `node scripts/words.mjs [path…]`; `--count` says how many there are.
import path from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { isTesting } from "./layers/line.mjs";
import { readProject } from "./layers/read.mjs";
import { textsOf } from "./words/texts.mjs";

// In the order somebody meets them.
const FOLDERS = ["app", "components", "lib", "gateway", "sample", "scripts"];

/**
 * @param {string} root
 * @param {readonly string[]} [places] files or folders below the root; all of them without
 * @returns {string[]} one line per text, `file:line: text`, with `{…}` for what only the running program knows
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

function main() {
  const { values, positionals } = parseArgs({
    options: { count: { type: "boolean", default: false } },
    allowPositionals: true,
  });
  const lines = listWords(process.cwd(), positionals);
  console.log(values.count ? String(lines.length) : lines.join("\n"));
}

if (process.argv[1] === fileURLToPath(import.meta.url)) main();
