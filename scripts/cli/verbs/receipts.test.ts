import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { signingKey } from "@/lib/activity/signing-key";
import { decideApproval } from "@/lib/approvals/commands";
import { getEvidence } from "@/lib/approvals/evidence/queries";
import { createApproval } from "@/lib/approvals/gate/testing/held";
import { receiptKeys } from "@/lib/approvals/receipt-keys/worker";
import { closeDatabase } from "@/lib/core/db";
import { useOwnDatabase } from "@/lib/delivery/testing/database";
import { aCall, aGateway, aPerson, aTenant } from "@/lib/testing/factories";
import { command } from "../command";
import { offline } from "../testing/offline";

const folder = mkdtempSync(path.join(tmpdir(), "receipts-"));
// The export of a whole installation: other tests break chains on purpose.
let drop: () => Promise<void>;
beforeAll(async () => {
  ({ drop } = await useOwnDatabase());
});
afterAll(async () => {
  rmSync(folder, { recursive: true });
  await closeDatabase();
  await drop();
});

const VECTORS = path.join("public", "docs", "vectors", "receipts");
const APPROVED = path.join(VECTORS, "approved.json");
const { keys } = JSON.parse(readFileSync(path.join(VECTORS, "index.json"), "utf8")) as {
  keys: { kid: string }[];
};
const [KEY, OTHER] = keys as [{ kid: string }, { kid: string }];

function written(name: string, content: unknown): string {
  const file = path.join(folder, name);
  writeFileSync(file, JSON.stringify(content));
  return file;
}

const verify = (...args: string[]) => command(["receipt", "verify", ...args]);

test("a genuine file is proven with no database, and says with which keys", {
  timeout: 120_000,
}, async () => {
  const { code, out } = await offline(["receipt", "verify", APPROVED, "--key-id", KEY.kid]);
  expect(code).toBe(0);
  expect(out).toContain("its 2 receipts are signed, and the file as a whole.");
  expect(out).toContain(`Row 1, row 2 and the file are signed with the key ${KEY.kid}`);
  expect(out).toContain("Every key is one that you named.");
  const refused = await offline(["receipt", "verify", APPROVED, "--key-id", OTHER.kid]);
  expect(refused.code).toBe(1);
  expect(refused.out).toContain("which is not among the keys that you named");
});

test("without keys the file's own count, and the answer says so", async () => {
  const { code, out } = await verify(APPROVED);
  expect(code).toBe(0);
  expect(out).toContain("The keys come from the file itself.");
});

test("keys come from a file as well, a whole set or one", async () => {
  const all = written("keys.json", { keys });
  expect(await verify(APPROVED, "--key", all)).toMatchObject({ code: 0 });
  expect(await verify(APPROVED, "--key", written("key.json", KEY))).toMatchObject({ code: 0 });
  expect(await verify(APPROVED, "--key", written("other.json", OTHER))).toMatchObject({ code: 1 });
  const both = ["--key", path.join(folder, "other.json"), "--key-id", `${KEY.kid},${OTHER.kid}`];
  expect(await verify(APPROVED, ...both)).toMatchObject({ code: 0 });
});

test.each([
  ["no file", [], /Expected one evidence file/],
  ["two files", [APPROVED, APPROVED], /Expected one evidence file/],
  ["a file that is not there", ["none.json"], /There is no file none\.json/],
  ["an id that is none", [APPROVED, "--key-id", "abc"], /--key-id is "abc"/],
  ["no id", [APPROVED, "--key-id", ""], /--key-id is ""/],
  ["a file of keys that is not there", [APPROVED, "--key", "none.json"], /There is no file none\.json/],
  ["a file without keys", [APPROVED, "--key", "package.json"], /holds no keys/],
  [
    "a key with another's id",
    [APPROVED, "--key", written("wrong.json", { ...KEY, kid: OTHER.kid })],
    /its id is/,
  ],
  ["an unknown flag", [APPROVED, "--keys", "x"], /Valid flags: --key, --key-id/],
])("it is called wrongly with %s", async (_, args, says) => {
  expect(await verify(...args)).toMatchObject({ code: 2, out: "", err: expect.stringMatching(says) });
});

test("what a product decides is proven by file and by export, each with the keys it records", async () => {
  const tenant = await aTenant();
  const gateway = await aGateway([tenant]);
  const person = await aPerson([tenant], "approver", "Maya");
  const call = aCall(tenant);
  const request = { tenantId: tenant.id, key: null, bodySha256: "" };
  const { approvalId: id } = await createApproval(gateway.scope, call, request);
  const verdict = { verdict: "reject", reason: "Too many people" } as const;
  await decideApproval(person, { id, revision: 1, argumentsSha256: call.arguments.sha256, ...verdict });
  await receiptKeys.runOnce(new AbortController().signal);
  const file = written("own.json", await getEvidence(person, id));
  expect(await verify(file, "--key-id", signingKey().id)).toMatchObject({ code: 0 });
  const [part, whole] = [path.join(folder, "part.ndjson"), path.join(folder, "whole.ndjson")];
  await command(["activity", "export", part, "--tenant", tenant.key]);
  await command(["activity", "export", whole]);
  const said = await command(["activity", "verify", part]);
  expect(said).toMatchObject({
    code: 0,
    out: expect.stringContaining("Receipts that the installation signed: 1."),
  });
  expect(said.out).toContain(`key ${signingKey().id}: 1`);
  expect(said.out).toContain("Whose the keys of the receipts are is not proven");
  const known = await command(["activity", "verify", whole]);
  expect(known).toMatchObject({ code: 0, out: expect.not.stringContaining("is not proven") });
  const named = await command(["activity", "verify", file, part, "--key-id", OTHER.kid, "--json"]);
  expect(named.code).toBe(1);
  expect(JSON.parse(named.out)).toMatchObject({
    problems: expect.arrayContaining([expect.stringContaining("not among the keys that you named")]),
  });
  const forged = await command(["activity", "verify", part, "--key-id", OTHER.kid]);
  expect(forged).toMatchObject({
    code: 1,
    out: expect.stringContaining("The rows are unbroken, and receipts are"),
  });
});
