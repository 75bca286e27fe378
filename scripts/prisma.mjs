// `npm run prisma -- generate | validate | format`: Prisma's command line without its engine
// download.
import { spawnSync } from "node:child_process";
import { fileURLToPath } from "node:url";

const cli = fileURLToPath(new URL("../node_modules/prisma/build/index.js", import.meta.url));
// These commands never run the schema engine but search for it; any existing file ends the search.
const env = {
  CHECKPOINT_DISABLE: "1",
  PRISMA_SCHEMA_ENGINE_BINARY: fileURLToPath(import.meta.url),
  ...process.env,
};

const args = process.argv.slice(2);
if (/^(migrate|db)$/.test(args[0] ?? "")) {
  console.error(
    "Migrations are written by hand: `node scripts/schema-diff.mjs` prints what the schema has and the migrations lack.",
  );
  process.exit(2);
}
process.exit(spawnSync(process.execPath, [cli, ...args], { stdio: "inherit", env }).status ?? 1);
