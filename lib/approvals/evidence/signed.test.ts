import { expect, test } from "vitest";
import { canonicalJson } from "@/lib/core/json/canonical";
import { parseJson } from "@/lib/core/json/parse";
import { NO_TENANT } from "@/lib/core/scope";
import { signatureStates } from "../receipt-keys/rules";
import { RECEIPT_KEY_ADDED } from "../receipt-keys/types";
import { SignedRows } from "./signed-rows";
import { base, KEY, OTHER, rechained, resealed, signed } from "./testing/vectors";
import { rowOf, verifyEvidence } from "./verify";
import type { EvidenceFile } from "./wire";

type Holder = Record<string, unknown>;

/** Every member that is no object or list, as what holds it and its name. */
function* leaves(value: unknown): Generator<[Holder, string]> {
  if (typeof value !== "object" || value === null) return;
  for (const [name, member] of Object.entries(value))
    if (typeof member === "object" && member !== null) yield* leaves(member);
    else yield [value as Holder, name];
}

/** Another value of the same kind. */
function other(value: unknown): unknown {
  if (typeof value === "number") return value * 2 + 1;
  if (typeof value === "boolean") return !value;
  if (typeof value !== "string") return "something";
  return value === "" ? "x" : `${value.slice(0, -1)}${value.endsWith("a") ? "b" : "a"}`;
}

const reasonsOf = (file: EvidenceFile) =>
  new Set(verifyEvidence(JSON.stringify(file)).found.map(({ reason }) => reason));

test("whichever member of the file is changed, its signature no longer matches", () => {
  const file = base();
  let count = 0;
  for (const [holder, name] of leaves(file)) {
    const before = holder[name];
    holder[name] = other(before);
    const reasons = reasonsOf(file);
    expect(reasons.has("seal") || reasons.has("unreadable"), `${name} of ${Object.keys(holder)}`).toBe(true);
    holder[name] = before;
    count += 1;
  }
  expect(count).toBeGreaterThan(200);
  expect(reasonsOf(file)).toEqual(new Set());
});

const WITHOUT_PLACE = [
  "tenant_id",
  "actor_kind",
  "actor_id",
  "actor_name",
  "action",
  "subject_kind",
  "subject_id",
];

test("whichever member of a decision's row is changed, its signature no longer matches, although the installation signs the file", () => {
  const changes: [string, (row: EvidenceFile["activity"][number]) => void][] = WITHOUT_PLACE.map((name) => [
    name,
    (row) => Object.assign(row, { [name]: other(row[name as "action"]) }),
  ]);
  const details = JSON.parse(base().activity[0]?.details ?? "") as Holder;
  for (const [holder, name] of leaves(details)) {
    const before = holder[name];
    holder[name] = other(before);
    const text = canonicalJson(parseJson(JSON.stringify(details)));
    changes.push([`${name} of ${Object.keys(holder)}`, (row) => Object.assign(row, { details: text })]);
    holder[name] = before;
  }
  expect(changes.length).toBeGreaterThan(35);
  for (const [what, change] of changes) {
    const file = base();
    const [row] = file.activity;
    if (!row) throw new Error("no row");
    change(row);
    const reasons = reasonsOf(resealed(rechained(file)));
    expect(reasons.has("seal"), what).toBe(false);
    expect(reasons.has("receipt_signature") || reasons.has("unreadable"), what).toBe(true);
  }
});

const rows = (file = base()) => file.activity.map(rowOf);

function read(all: readonly ReturnType<typeof rowOf>[], trusted: ReadonlySet<string> | null = null) {
  const checked = new SignedRows();
  for (const row of all) checked.take(row);
  return checked.result(trusted);
}

const ownChain = (publicKey: string) => ({
  ...rowOf(base().activity[2] as EvidenceFile["activity"][number]),
  ...{ tenantId: NO_TENANT, seq: 1n, action: RECEIPT_KEY_ADDED },
  details: JSON.stringify({ public_key: publicKey }),
});

test("an export's signed and unsigned receipts are counted by key", () => {
  const file = signed(base(), [OTHER, KEY], KEY);
  expect(read(rows(file))).toMatchObject({
    signed: 2,
    unsigned: { before: 0, after: 0 },
    keys: [
      { id: OTHER.id, receipts: 1 },
      { id: KEY.id, receipts: 1 },
    ],
    isKnown: false,
    problems: [],
  });
  const [one, two, ...more] = rows();
  if (!one || !two) throw new Error("no rows");
  const bare = (row: typeof one) => {
    const { signature: _, ...details } = JSON.parse(row.details) as Holder;
    return { ...row, details: JSON.stringify(details) };
  };
  expect(read([bare(one), two, ...more])).toMatchObject({ signed: 1, unsigned: { before: 1, after: 0 } });
  expect(read([one, bare(two), ...more])).toMatchObject({ signed: 1, unsigned: { before: 0, after: 1 } });
});

test("an export with a changed receipt is refused, and what is no JSON breaks nothing", () => {
  const [one, two] = rows();
  if (!one || !two) throw new Error("no rows");
  const moved = { ...two, details: one.details };
  expect(read([moved]).problems).toEqual([
    expect.stringMatching(/^Row 2 of .* is not what its signature signs/),
  ]);
  const many = Array.from({ length: 25 }, () => moved);
  expect(read(many).problems.at(-1)).toBe("5 more rows are wrong in the same way.");
  for (const details of ['{"receipt":', '{"receipt":1,"receipt":2,"signature":{}}', '"signature":'])
    expect(() => read([{ ...one, details }])).not.toThrow();
});

test("an export that holds the installation's own chain, and a reader, say whose the keys are", () => {
  expect(read([ownChain(KEY.publicKey), ...rows()])).toMatchObject({ isKnown: true, problems: [] });
  expect(read([ownChain(OTHER.publicKey), ...rows()]).problems).toEqual([
    `Receipts signed with the key ${KEY.id}: 2. This key is recorded nowhere in the installation’s chain.`,
  ]);
  expect(read(rows(), new Set([OTHER.id])).problems).toEqual([
    `Receipts signed with the key ${KEY.id}: 2. This key is not among the keys that you named.`,
  ]);
  expect(read([ownChain(OTHER.publicKey), ...rows()], new Set([KEY.id])).problems).toEqual([]);
});

test("the page learns of each signed row whether its signature is genuine, and with which key", () => {
  const file = signed(base(), [OTHER, KEY], KEY);
  expect(signatureStates(rows(file), KEY.id)).toEqual({ 1: "other", 2: "current" });
  const [row] = file.activity;
  if (!row) throw new Error("no row");
  row.actor_name = "Eve";
  expect(signatureStates(rows(file), KEY.id)).toEqual({ 1: "wrong", 2: "current" });
  row.details = '{"signature":{}}';
  expect(signatureStates(rows(file), KEY.id)).toEqual({ 1: "wrong", 2: "current" });
});
