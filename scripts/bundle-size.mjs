// Scripts a browser loads before a page works: those the production build lists for it, gzipped.
import { readFileSync } from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { runInNewContext } from "node:vm";
import { gzipSync } from "node:zlib";

const ROOT = fileURLToPath(new URL("..", import.meta.url));
const KIB = 1024;

/** First-load budgets in KiB. React and Next 16.4 alone take 128.5. */
export const BUDGETS = {
  "/(dashboard)/approvals/(queue)/page": 150,
  "/(dashboard)/approvals/[id]/page": 162,
};

function scriptsOf(page, build) {
  const manifest = JSON.parse(readFileSync(path.join(build, "build-manifest.json"), "utf8"));
  // The file is a script that sets its manifest on globalThis.
  const context = { globalThis: { __RSC_MANIFEST: {} } };
  runInNewContext(
    readFileSync(path.join(build, "server", "app", `${page}_client-reference-manifest.js`), "utf8"),
    context,
  );
  const entries = context.globalThis.__RSC_MANIFEST[page]?.entryJSFiles ?? {};
  const own = Object.entries(entries).filter(([name]) => !name.includes("global-error"));
  return [...new Set([...manifest.rootMainFiles, ...own.flatMap(([, files]) => files)])];
}

/**
 * @param {string} page path in the build, for example "/(dashboard)/approvals/[id]/page"
 * @returns {{ kib: number, files: { file: string, kib: number }[] }} gzipped sizes, largest first
 */
export function firstLoad(page, build = path.join(ROOT, ".next")) {
  const files = scriptsOf(page, build)
    .map((file) => ({ file, kib: gzipSync(readFileSync(path.join(build, file)), { level: 9 }).length / KIB }))
    .sort((a, b) => b.kib - a.kib);
  return { kib: files.reduce((sum, { kib }) => sum + kib, 0), files };
}

/** Prints one line per page; false if one is over budget. */
export function checkBundles() {
  const lines = Object.entries(BUDGETS).map(([page, budget]) => {
    const { kib } = firstLoad(page);
    return { ok: kib <= budget, text: `${page}: ${kib.toFixed(1)} of ${budget} KiB` };
  });
  return { ok: lines.every((line) => line.ok), output: lines.map((line) => line.text).join("\n") };
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const { ok, output } = checkBundles();
  console.log(output);
  if (process.argv.includes("--files")) {
    for (const page of Object.keys(BUDGETS)) {
      console.log(`\n${page}`);
      for (const { file, kib } of firstLoad(page).files) console.log(`${kib.toFixed(1).padStart(7)} ${file}`);
    }
  }
  process.exit(ok ? 0 : 1);
}
