import { afterAll, beforeAll, expect, test } from "vitest";
import { bookkeep, closeDatabase, read } from "@/lib/core/db";
import { newId } from "@/lib/core/ids";
import { systemScope } from "@/lib/core/scope";
import { useOwnDatabase } from "@/lib/delivery/testing/database";
import { withVariables } from "@/lib/testing/settings";
import { readBackupStatus } from "./queries";
import { backUpNow, backupJob, runOnce } from "./worker";

withVariables({ BACKUP_EVERY_HOURS: "24" });

const system = systemScope("tests");
const made = { file: "/backups/one.backup", bytes: 10, rows: 3 };
const sha256 = "5".repeat(64);
const make = async () => ({ ...made, sha256 });
const fail = () => Promise.reject(new Error("no space is left"));
let own: Awaited<ReturnType<typeof useOwnDatabase>>;

beforeAll(async () => {
  own = await useOwnDatabase();
});
afterAll(async () => {
  await closeDatabase();
  await own.drop();
});

const empty = () => bookkeep(system, (tx) => tx.backupRun.deleteMany());

const hoursPass = (hours: number) =>
  bookkeep(
    system,
    (tx) => tx.$executeRaw`
      update backup_runs set started_at = started_at - make_interval(hours => ${hours}::int),
                             finished_at = finished_at - make_interval(hours => ${hours}::int)`,
  );

test("one is made when it is due, by one process; a failed one is shown and tried again after an hour", async () => {
  expect((await readBackupStatus(system)).lastMade).toBeNull();
  expect((await Promise.all([runOnce(24, make), runOnce(24, make)])).sort()).toEqual([false, true]);
  expect(await runOnce(24, make)).toBe(false);
  expect(await readBackupStatus(system)).toMatchObject({ lastMade: made, lastFailure: null });

  await hoursPass(25);
  expect(await runOnce(24, fail)).toBe(false);
  expect(await readBackupStatus(system)).toMatchObject({
    lastMade: made,
    lastFailure: { error: "no space is left", by: "the schedule" },
  });
  expect(await runOnce(24, make)).toBe(false);
  await hoursPass(2);
  expect(await runOnce(24, make)).toBe(true);
  expect((await readBackupStatus(system)).lastFailure).toBeNull();
});

test("one made by hand counts, and its failure is thrown and noted", async () => {
  await hoursPass(25);
  await backUpNow("the command line", make);
  expect(await runOnce(24, make)).toBe(false);
  await expect(backUpNow("the command line", fail)).rejects.toThrow("no space is left");
  expect((await readBackupStatus(system)).lastFailure).toMatchObject({ by: "the command line" });
});

test("each that is made has its row of the trail, with who made it and the sum of its file", async () => {
  await bookkeep(system, (tx) => tx.backupRun.deleteMany());
  await runOnce(24, make);
  await backUpNow("the command line", make);
  await backUpNow("the command line", fail).catch(() => undefined);
  const rows = await read(system, (tx) =>
    tx.activity.findMany({ where: { action: "backup.made" }, orderBy: { seq: "desc" }, take: 3 }),
  );
  expect(rows.slice(0, 2).map(({ actorKind, actorName }) => [actorKind, actorName])).toEqual([
    ["system", "the command line"],
    ["system", "the schedule"],
  ]);
  for (const { details } of rows.slice(0, 2)) expect(JSON.parse(details)).toEqual({ ...made, sha256 });
});

test("one whose process is gone does not stand in the way for ever", async () => {
  await hoursPass(48);
  await bookkeep(system, (tx) => tx.backupRun.create({ data: { id: newId(), startedBy: "the schedule" } }));
  expect(await runOnce(24, make)).toBe(false);
  await hoursPass(7);
  expect(await runOnce(24, make)).toBe(true);
});

test("they are overdue when none was ever made, since the first was tried", async () => {
  await empty();
  expect((await readBackupStatus(system)).overdue).toBe(false);
  expect(await runOnce(24, fail)).toBe(false);
  expect((await readBackupStatus(system)).overdue).toBe(false);
  await hoursPass(47);
  expect((await readBackupStatus(system)).overdue).toBe(false);
  await hoursPass(2);
  expect(await runOnce(24, fail)).toBe(false);
  expect((await readBackupStatus(system)).overdue).toBe(true);
  await hoursPass(2);
  expect(await runOnce(24, make)).toBe(true);
  expect((await readBackupStatus(system)).overdue).toBe(false);
});

test("one that the end of the worker stops has ended, and says why", async () => {
  await empty();
  const stop = new AbortController();
  const untilStopped = (signal: AbortSignal) =>
    new Promise<never>((_, reject) => {
      signal.addEventListener("abort", () => reject(new Error("it was stopped")));
      stop.abort();
    });
  await backupJob(24, untilStopped).runOnce(stop.signal);
  expect((await readBackupStatus(system)).lastFailure).toMatchObject({ error: "it was stopped" });
});
