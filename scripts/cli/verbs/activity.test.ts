import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, expect, test, vi } from "vitest";
import { decideApproval } from "@/lib/approvals/commands";
import { getEvidence } from "@/lib/approvals/evidence/queries";
import { createApproval } from "@/lib/approvals/gate/testing/held";
import { closeDatabase } from "@/lib/core/db";
import { systemScope } from "@/lib/core/scope";
import { renameTenant } from "@/lib/tenants/commands";
import { aCall, aGateway, aPerson, aTenant } from "@/lib/testing/factories";
import { command } from "../command";
import { offline } from "../testing/offline";
import { writeWhole } from "./activity";

vi.setConfig({ testTimeout: 120_000 });
const folder = mkdtempSync(path.join(tmpdir(), "activity-"));
afterAll(async () => {
  rmSync(folder, { recursive: true });
  await closeDatabase();
});

const place = (name: string) => path.join(folder, name);

async function exported(name: string) {
  const tenant = await aTenant();
  for (const next of ["One", "Two", "Three"])
    await renameTenant(systemScope("tests"), { key: tenant.key, name: next });
  const answer = await command(["activity", "export", place(name), "--tenant", tenant.key, "--json"]);
  expect(answer).toMatchObject({ code: 0, err: "" });
  expect(JSON.parse(answer.out)).toMatchObject({ rows: 3, chains: 1 });
  return tenant;
}

test("an exported trail verifies with no database, and a changed one does not", async () => {
  const { key } = await exported("good.ndjson");
  const good = await offline(["activity", "verify", place("good.ndjson")]);
  expect(good).toMatchObject({ code: 0, out: expect.stringContaining("Unbroken: 3 rows in 1 chains") });
  writeFileSync(place("bad.ndjson"), readFileSync(place("good.ndjson"), "utf8").replace("Two", "Tow"));
  const bad = await offline(["activity", "verify", place("bad.ndjson")]);
  expect(bad.code).toBe(1);
  expect(bad.out).toContain(`Broken. Row 2 of ${key} (line 3) does not match its fingerprint`);
});

test("an evidence file is checked by itself and with an export, with no database", async () => {
  const tenant = await aTenant();
  const gateway = await aGateway([tenant]);
  const person = await aPerson([tenant], "approver", "Maya");
  const call = aCall(tenant);
  const request = { tenantId: tenant.id, key: null, bodySha256: "" };
  const { approvalId: id } = await createApproval(gateway.scope, call, request);
  const verdict = { verdict: "reject", reason: "Too many people" } as const;
  await decideApproval(person, { id, revision: 1, argumentsSha256: call.arguments.sha256, ...verdict });
  writeFileSync(place("evidence.json"), JSON.stringify(await getEvidence(person, id)));
  await command(["activity", "export", place("chain.ndjson"), "--tenant", tenant.key]);
  const alone = await offline(["activity", "verify", place("evidence.json")]);
  expect(alone).toMatchObject({ code: 0, out: expect.stringContaining("It fits: approval") });
  expect(alone.out).toContain("Checked by itself only");
  const whole = await offline(["activity", "verify", place("evidence.json"), place("chain.ndjson")]);
  expect(whole).toMatchObject({ code: 0, out: expect.stringContaining("Its rows are those of the export") });
  const changed = readFileSync(place("evidence.json"), "utf8").replaceAll("Too many", "Too few");
  writeFileSync(place("changed.json"), changed);
  const bad = await command(["activity", "verify", place("changed.json"), place("chain.ndjson")]);
  expect(bad).toMatchObject({ code: 1, out: expect.stringContaining("It does not fit.") });
  expect(bad.out).toContain("does not match its fingerprint");
  const two = await command(["activity", "verify", place("chain.ndjson"), place("evidence.json")]);
  expect(two).toMatchObject({ code: 2, err: expect.stringContaining("name the evidence file first") });
  writeFileSync(place("cut.ndjson"), readFileSync(place("chain.ndjson"), "utf8").slice(0, -20));
  const cut = await command(["activity", "verify", place("evidence.json"), place("cut.ndjson")]);
  expect(cut).toMatchObject({ code: 1, out: expect.stringContaining("The export is broken") });
});

test("bytes that are no text, a cut-off file and another file are found", async () => {
  await exported("whole.ndjson");
  const bytes = readFileSync(place("whole.ndjson"));
  const flipped = Buffer.from(bytes);
  flipped[bytes.indexOf("Three")] = 0xff;
  for (const [name, content] of [
    ["bytes", flipped],
    ["cut", bytes.subarray(0, bytes.length - 40)],
    ["other", Buffer.from("hello\n")],
    ["empty", Buffer.alloc(0)],
  ] as const) {
    writeFileSync(place(name), content);
    expect(await command(["activity", "verify", place(name)])).toMatchObject({ code: 1 });
  }
});

test("an export is never written over, and a missing file is said to be missing", async () => {
  await exported("kept.ndjson");
  const before = readFileSync(place("kept.ndjson"), "utf8");
  expect(await command(["activity", "export", place("kept.ndjson")])).toMatchObject({
    code: 2,
    err: expect.stringContaining("is there already"),
  });
  expect(readFileSync(place("kept.ndjson"), "utf8")).toBe(before);
  expect(await command(["activity", "verify", place("none")])).toMatchObject({ code: 2 });
});

test("an export that fails leaves no file in the way of the next try", async () => {
  const tenant = await aTenant();
  const file = place("again.ndjson");
  const lines = ["one\n", "two\n"];
  const failing = async function* () {
    yield* lines;
    throw new Error("the database went away");
  };
  await expect(writeWhole(file, failing())).rejects.toThrow("went away");
  expect(readdirSync(folder).filter((name) => name.startsWith("again"))).toEqual([]);
  expect(await command(["activity", "export", file, "--tenant", tenant.key])).toMatchObject({ code: 0 });
});
