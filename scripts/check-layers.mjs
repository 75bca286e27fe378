// Enforces docs/architecture.md. Each rule has a file in scripts/layers; there is no allow-list.
import path from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { database, environment } from "./layers/access.mjs";
import { activityRows } from "./layers/activity-rows.mjs";
import { clientShare } from "./layers/client-share.mjs";
import { components } from "./layers/components.mjs";
import { cycles } from "./layers/cycles.mjs";
import { direction, line } from "./layers/direction.mjs";
import { folders } from "./layers/folders.mjs";
import { names } from "./layers/names.mjs";
import { readProject } from "./layers/read.mjs";
import { serverOnly } from "./layers/server-only.mjs";
import { sizes } from "./layers/sizes.mjs";
import { tables } from "./layers/tables.mjs";
import { untrusted } from "./layers/untrusted.mjs";
import { vocabulary } from "./layers/vocabulary.mjs";

/** By the name for `--only`, in output order. */
const RULES = {
  line,
  direction,
  components,
  tables,
  vocabulary,
  folders,
  sizes,
  names,
  "activity-rows": activityRows,
  database,
  environment,
  "server-only": serverOnly,
  "client-share": clientShare,
  cycles,
  untrusted,
};

/**
 * @param {string} root
 * @param {string} [only] the name of a rule
 * @returns {Map<string, string[]>} by rule, one line per breach: `file:line: message`
 */
export function checkLayers(root, only) {
  if (only !== undefined && !Object.hasOwn(RULES, only))
    throw new Error(`there is no rule ${only}; there are ${Object.keys(RULES).join(", ")}`);
  const project = readProject(root);
  const chosen = Object.entries(RULES).filter(([name]) => only === undefined || name === only);
  return new Map(
    chosen.map(([name, rule]) => [
      name,
      rule(project)
        .sort((a, b) => (a.file < b.file ? -1 : a.file > b.file ? 1 : a.line - b.line))
        .map(({ file, line: at, text }) => `${file}:${at}: ${text}`),
    ]),
  );
}

function main() {
  const { values, positionals } = parseArgs({
    options: { only: { type: "string" } },
    allowPositionals: true,
  });
  const broken = [...checkLayers(path.resolve(positionals[0] ?? "."), values.only)].filter(
    ([, breaches]) => breaches.length > 0,
  );
  for (const [rule, breaches] of broken) console.log(`${rule}\n${breaches.join("\n")}\n`);
  for (const [rule, breaches] of broken) console.log(`${String(breaches.length).padStart(5)} ${rule}`);
  const all = broken.reduce((sum, [, breaches]) => sum + breaches.length, 0);
  console.log(all > 0 ? `${all} breaches` : "every layer holds");
  process.exitCode = all > 0 ? 1 : 0;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) main();
