import { afterAll, beforeAll, expect, test } from "vitest";
import { recordActivity } from "@/lib/activity/record";
import { isRowSigned, signatureIn } from "@/lib/activity/signature";
import { signingKey } from "@/lib/activity/signing-key";
import { readDetails } from "@/lib/activity/wire";
import { change, closeDatabase, read } from "@/lib/core/db";
import { NO_TENANT, systemScope } from "@/lib/core/scope";
import { useOwnDatabase } from "@/lib/delivery/testing/database";
import { OTHER } from "../evidence/testing/vectors";
import { listReceiptKeys } from "./queries";
import { RECEIPT_KEY_ADDED } from "./types";
import { receiptKeys } from "./worker";

let drop: () => Promise<void>;
beforeAll(async () => {
  ({ drop } = await useOwnDatabase());
});
afterAll(async () => {
  await closeDatabase();
  await drop();
});

const system = systemScope("tests");

const recorded = () =>
  read(system, (tx) => tx.activity.findMany({ where: { tenantId: NO_TENANT, action: RECEIPT_KEY_ADDED } }));

test("a key is recorded once, however many workers start, and earlier ones stay published", async () => {
  const { id, publicKey } = signingKey();
  const own = { id, publicKey, isCurrent: true };
  expect(await listReceiptKeys()).toEqual([{ ...own, addedAt: null }]);
  const details = { key_id: OTHER.id, public_key: OTHER.publicKey };
  await change(system, (tx) =>
    recordActivity(tx, system, RECEIPT_KEY_ADDED, { kind: "receipt_key", id: OTHER.id }, details),
  );
  const signal = new AbortController().signal;
  await Promise.all([1, 2, 3].map(() => receiptKeys.runOnce(signal)));
  await receiptKeys.runOnce(signal);
  const rows = await recorded();
  expect(rows.map(({ subjectId }) => subjectId).toSorted()).toEqual([id, OTHER.id].toSorted());
  const at = (key: string) => rows.find(({ subjectId }) => subjectId === key)?.at;
  expect(await listReceiptKeys()).toEqual([
    { ...own, addedAt: at(id) },
    { id: OTHER.id, publicKey: OTHER.publicKey, isCurrent: false, addedAt: at(OTHER.id) },
  ]);
});

test("only rows that record a decision are signed, with the place left open", async () => {
  await change(system, (tx) =>
    recordActivity(tx, system, "setup.noted", { kind: "setup", id: "1" }, { receipt: { n: 1.5 }, why: "é" }),
  );
  const [row] = await read(system, (tx) => tx.activity.findMany({ where: { action: "setup.noted" } }));
  if (!row) throw new Error("no row");
  const signature = signatureIn(readDetails(row.action, row.details));
  expect(signature?.key).toBe(signingKey().publicKey);
  expect(signature && isRowSigned(row, signature)).toBe(true);
  expect(signature && isRowSigned({ ...row, seq: 99n }, signature)).toBe(true);
  expect(signature && isRowSigned({ ...row, subjectId: "2" }, signature)).toBe(false);
  expect(await recorded().then((all) => all.every(({ details }) => !details.includes("signature")))).toBe(
    true,
  );
});
