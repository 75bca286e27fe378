// `npm run test:faults`: tests with random kills and races, with all repetitions. `npm test` runs a
// few of each.
import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { ensurePackages } from "./install.mjs";
import { runNode } from "./run.mjs";

const ROOT = fileURLToPath(new URL("..", import.meta.url));
const FOLDERS = ["gateway", "lib", "sample", "scripts"];

/** Test files with repeated trials. */
function filesWithTrials() {
  return FOLDERS.flatMap((folder) =>
    readdirSync(path.join(ROOT, folder), { encoding: "utf8", recursive: true }).map((file) =>
      path.join(folder, file),
    ),
  )
    .filter((file) => /\.test\.(ts|mjs)$/.test(file))
    .filter((file) => readFileSync(path.join(ROOT, file), "utf8").includes('from "@/lib/testing/trials"'));
}

if (await ensurePackages(console.log)) console.log("packages installed");
const files = filesWithTrials();
console.log(`all trials of ${files.join(", ")}`);
const { ok, output } = await runNode(["node_modules/vitest/vitest.mjs", "run", ...files], {
  env: { ...process.env, FAULT_TRIALS: "all" },
});
console.log(output.trimEnd());
process.exit(ok ? 0 : 1);
