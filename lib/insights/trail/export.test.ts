import { createHash } from "node:crypto";
import { afterAll, beforeAll, expect, test } from "vitest";
import { recordActivity } from "@/lib/activity/record";
import { verifyExport } from "@/lib/activity/verify";
import { change, closeDatabase } from "@/lib/core/db";
import { proveScope, systemScope } from "@/lib/core/scope";
import { aPerson, aTenant, type TestTenant, unique } from "@/lib/testing/factories";
import { timeForTrials, trials } from "@/lib/testing/trials";
import { exportCsv, exportLines } from "./export";

const system = systemScope("tests");

const scopeOf = (...tenants: TestTenant[]) =>
  proveScope(
    { kind: "system", name: "tests" } as const,
    tenants.map((tenant) => tenant.id),
  );

afterAll(closeDatabase);

function record(tenant: TestTenant, index: number) {
  return change(system, (tx) =>
    recordActivity(
      tx,
      system,
      "approval.approved",
      { kind: "approval", id: `${index}`, tenantId: tenant.id },
      {
        index,
        note: `row ${index} says "what was done"\u2028 and more`,
      },
    ),
  );
}

async function text(lines: AsyncIterable<string>): Promise<string> {
  let all = "";
  for await (const part of lines) all += part;
  return all;
}

async function* split(file: string): AsyncGenerator<string> {
  yield* file.endsWith("\n") ? file.slice(0, -1).split("\n") : file.split("\n");
}

const verify = (file: string) => verifyExport(split(file));

let file = "";

let tenants: TestTenant[] = [];

beforeAll(async () => {
  tenants = [await aTenant(), await aTenant()];
  for (const tenant of tenants) for (let index = 0; index < 30; index += 1) await record(tenant, index);
  file = await text(exportLines(scopeOf(...tenants), {}));
});

test("an export verifies without the database, chain by chain", async () => {
  const result = await verify(file);
  expect(result).toMatchObject({ unbroken: true, rows: 60, problem: null });
  expect(
    result.chains.map(({ tenant, rows, fromStart, lastSeq }) => ({ tenant, rows, fromStart, lastSeq })),
  ).toEqual(
    tenants
      .map(({ key }) => ({ tenant: key, rows: 30, fromStart: true, lastSeq: "30" }))
      .sort((a, b) => (a.tenant < b.tenant ? -1 : 1)),
  );
});

// Per writer.
const ROWS = trials(20, 100);

test(
  "of eight writers at once, no row forks the chain",
  async () => {
    const tenant = await aTenant();
    await Promise.all(
      Array.from({ length: 8 }, async (_, writer) => {
        for (let row = 0; row < ROWS; row += 1) await record(tenant, writer * ROWS + row);
      }),
    );
    const result = await verify(await text(exportLines(scopeOf(tenant), {})));
    expect(result).toMatchObject({ unbroken: true, rows: 8 * ROWS });
  },
  timeForTrials(120_000),
);

// Ways to manipulate a file. Each takes the lines and a number to choose by.
const TAMPERS: [string, (lines: string[], pick: number) => string[]][] = [
  ["one character of a row", (lines, pick) => flip(lines, pick)],
  ["a row taken out", (lines, pick) => lines.filter((_, at) => at !== 1 + (pick % 60))],
  ["two rows changed places", (lines, pick) => swap(lines, 1 + (pick % 59))],
  ["a row given twice", (lines, pick) => lines.toSpliced(1 + (pick % 60), 0, lines[1 + (pick % 60)] ?? "")],
  ["the end cut off", (lines, pick) => lines.slice(0, -1 - (pick % 50))],
  [
    "rows cut off and the last line kept",
    (lines, pick) => [...lines.slice(0, -2 - (pick % 50)), lines.at(-1) ?? ""],
  ],
  ["a row with another name and a hash that fits it", (lines, pick) => forge(lines, 1 + (pick % 60))],
  ["a row of one chain put into the other", (lines, pick) => moved(lines, 1 + (pick % 60))],
];

/** Changes a character in one value of a row, but no line break or member name. */
function flip(lines: string[], pick: number): string[] {
  const at = 1 + (pick % 60);
  const row = JSON.parse(lines[at] ?? "") as Record<string, string | null>;
  const names = Object.keys(row).filter((name) => typeof row[name] === "string");
  const name = names[pick % names.length] ?? "";
  const value = row[name] ?? "";
  const place = pick % value.length;
  const other = value[place] === "1" ? "2" : "1";
  return lines.with(
    at,
    JSON.stringify({ ...row, [name]: value.slice(0, place) + other + value.slice(place + 1) }),
  );
}

function swap(lines: string[], at: number): string[] {
  return lines.with(at, lines[at + 1] ?? "").with(at + 1, lines[at] ?? "");
}

function forge(lines: string[], at: number): string[] {
  const { hash: _, ...row } = JSON.parse(lines[at] ?? "") as Record<string, string>;
  const forged = { ...row, actor_name: "Somebody else" };
  const sorted = Object.fromEntries(Object.entries(forged).sort(([a], [b]) => (a < b ? -1 : 1)));
  const hash = createHash("sha256").update(JSON.stringify(sorted)).digest("hex");
  return lines.with(at, JSON.stringify({ ...forged, hash }));
}

function moved(lines: string[], at: number): string[] {
  const row = JSON.parse(lines[at] ?? "") as Record<string, string>;
  const other = tenants.find((tenant) => tenant.id !== row.tenant_id);
  return lines.with(at, JSON.stringify({ ...row, tenant_id: other?.id }));
}

test("200 of 200 tampered files are found", async () => {
  const lines = file.trimEnd().split("\n");
  const missed: string[] = [];
  for (let turn = 0; turn < 200; turn += 1) {
    const [name, tamper] = TAMPERS[turn % TAMPERS.length] ?? ["", (same: string[]) => same];
    const changed = tamper(lines, turn * 7 + 3);
    expect(changed.join("\n"), `turn ${turn} changed nothing`).not.toBe(lines.join("\n"));
    if ((await verify(`${changed.join("\n")}\n`)).unbroken) missed.push(`${turn}: ${name}`);
  }
  expect(missed).toEqual([]);
});

test("the forged row of the test would pass if its hash were all that is looked at", async () => {
  const lines = forge(file.trimEnd().split("\n"), 60);
  // The last row of the last chain: only the file's last line reveals the change.
  expect((await verify(lines.join("\n"))).problem).toMatchObject({ kind: "wrong_end" });
});

test("the first row that does not fit is named, with its line", async () => {
  const lines = file.trimEnd().split("\n");
  const changed = lines.with(5, (lines[5] ?? "").replace("what was done", "what was dome"));
  const [first] = (await verify(file)).chains;
  expect((await verify(changed.join("\n"))).problem).toEqual({
    kind: "content",
    line: 6,
    tenant: first?.tenant,
    seq: "5",
  });
});

test("what is no export, an empty file and a row after the end are said to be so", async () => {
  expect((await verify("")).problem).toMatchObject({ kind: "not_an_export" });
  expect((await verify('{"a":1}')).problem).toMatchObject({ kind: "not_an_export" });
  expect((await verify(`${file}${file.split("\n")[1]}`)).problem).toMatchObject({ kind: "unreadable" });
  for (const at of ["yesterday", "2026-13-01T00:00:00.000Z", "2026-02-31T00:00:00.000Z"])
    expect((await verify(file.replace(/"at":"[^"]+"/, `"at":"${at}"`))).problem).toMatchObject({
      kind: "unreadable",
      line: 2,
    });
  const twice = file.replace('"actor_kind"', '"actor_name":"x","actor_kind"');
  expect((await verify(twice)).problem).toMatchObject({ kind: "unreadable" });
});

test("a part by time is verified as a part", async () => {
  const [tenant] = tenants;
  const rows = file.split("\n").filter((line) => line.includes(`"tenant_id":"${tenant?.id}","seq"`));
  const { at } = JSON.parse(rows[10] ?? "") as { at: string };
  const part = await text(exportLines(scopeOf(...tenants), { tenant: tenant?.key, since: at }));
  const result = await verify(part);
  expect(result.unbroken).toBe(true);
  expect(result.chains).toHaveLength(1);
  expect(result.chains[0]?.fromStart).toBe(false);
  expect(result.rows).toBeLessThan(30);
  expect(result.rows).toBeGreaterThanOrEqual(19);
});

test("a limited person's export holds their tenants only", async () => {
  const [own, foreign] = [await aTenant(), await aTenant()];
  await record(own, 1);
  await record(foreign, 2);
  const viewer = await aPerson([own], "viewer");
  for (const out of [await text(exportLines(viewer, {})), await text(exportCsv(viewer, {}))]) {
    expect(out).toContain(own.key);
    expect(out).not.toContain(foreign.key);
    expect(out).not.toContain(foreign.id);
  }
});

test("CSV takes the whole filter, and no cell is run as a formula", async () => {
  const tenant = await aTenant();
  const name = unique('=HYPERLINK("http://x")');
  const evil = await aPerson([tenant], "admin", name);
  await change(evil, (tx) =>
    recordActivity(tx, evil, "tenant.renamed", { kind: "tenant", id: tenant.id, tenantId: tenant.id }),
  );
  await record(tenant, 1);
  const all = await text(exportCsv(scopeOf(tenant), {}));
  expect(all.split("\r\n")).toHaveLength(4);
  expect(all).toContain(`"'=HYPERLINK`);
  expect(await text(exportCsv(scopeOf(tenant), { action: "approval" }))).not.toContain("HYPERLINK");
});

test.each(["＝1+1", "\n=1+1", "＠SUM(A1)", "\t=1"])(
  "CSV makes a cell safe that begins like %j",
  async (start) => {
    const tenant = await aTenant();
    const evil = await aPerson([tenant], "admin", unique(start));
    await change(evil, (tx) =>
      recordActivity(tx, evil, "tenant.renamed", { kind: "tenant", id: tenant.id, tenantId: tenant.id }),
    );
    expect(await text(exportCsv(scopeOf(tenant), {}))).toContain(`"'${start}`);
  },
);
