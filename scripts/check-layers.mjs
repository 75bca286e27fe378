// Keeps docs/architecture.md true: layers, file vocabulary, who touches the database, size and names. There is no allow-list.
import path from "node:path";
import { fileURLToPath } from "node:url";
import { readSources } from "./layers/read.mjs";
import { RULES } from "./layers/rules.mjs";

/**
 * @param {string} root
 * @returns {string[]} one line per breach, `file: what is wrong`
 */
export function checkLayers(root) {
  const sources = readSources(root);
  return RULES.flatMap((rule) => rule(sources)).sort();
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const breaches = checkLayers(path.resolve(process.argv[2] ?? "."));
  for (const line of breaches) console.error(line);
  console.log(breaches.length > 0 ? `${breaches.length} breaches` : "every layer holds");
  process.exit(breaches.length > 0 ? 1 : 0);
}
