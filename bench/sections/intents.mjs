// Time to read BENCH_RATIONALES calls (100,000) into some 3,500 templates and to group them, in one
// process with the language model, and its memory.
import { randomBytes } from "node:crypto";
import { openDatabase } from "../../scripts/database.mjs";
import { commandEnvironment, databaseUrls } from "../../scripts/environment.mjs";
import { figure } from "../figure.mjs";
import { fillSaid } from "../fill-said.mjs";
import { command, ownData } from "../product.mjs";
import { groupAll } from "../reader.mjs";

const CALLS = Number(process.env.BENCH_RATIONALES ?? 100_000);

export async function measure() {
  const { dataDir, remove } = ownData();
  const key = randomBytes(4).toString("hex");
  await command(dataDir, ["gateway", "create", "--name", `bench-${key}`, "--tenants", "bench"]);
  const settings = commandEnvironment({ ...process.env, COUNTERSIGN_DATA_DIR: dataDir }, { make: true });
  const database = await openDatabase(settings, {});
  try {
    const tenantId = await fillSaid(database.ownerUrl, CALLS);
    const found = await groupAll(
      { ...databaseUrls(settings.env, database.appUrl), LOG_LEVEL: "warn" },
      tenantId,
    );
    if (found.state !== "done") throw new Error(`the grouping is ${found.state}`);
    const all = found.telling + found.grouping;
    const of = `${CALLS} calls, ${found.templates} templates, ${found.intents} intents`;
    return [
      figure(`all: ${of}`, { value: all, unit: "s", most: 60 }),
      figure("of it, calls told to templates, and vectors made", { value: found.telling, unit: "s" }),
      figure("of it, templates grouped", { value: found.grouping, unit: "s" }),
      figure("processor time of all, the database's aside", { value: found.processor, unit: "s" }),
      figure("the same grouped again", { value: found.again, unit: "s" }),
      figure("memory at most, with the language model", { value: found.megabytes, unit: "MB", most: 700 }),
      figure("longest that other work of the process waited", { value: found.heldUpMs, unit: "ms" }),
    ];
  } finally {
    await database.close();
    await remove();
  }
}
