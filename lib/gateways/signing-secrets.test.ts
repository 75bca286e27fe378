import { Webhook } from "standardwebhooks";
import { afterAll, beforeAll, expect, test } from "vitest";
import { closeDatabase, ingest, read } from "@/lib/core/db";
import { proveScope } from "@/lib/core/scope";
import { signEvent } from "@/lib/delivery/channels/callback/render";
import { useOwnDatabase } from "@/lib/delivery/testing/database";
import { aReceiver, verified } from "@/lib/delivery/testing/receiver";
import { aScenario, system } from "@/lib/delivery/testing/scene";
import { runOnce } from "@/lib/delivery/worker";
import { aPerson } from "@/lib/testing/factories";
import {
  createSigningSecret,
  ensureSigningSecret,
  listSecretDates,
  loadSigningSecrets,
  newSigningSecret,
  rotateGatewaySecret,
  rotateSigningSecret,
  signingKey,
} from "./signing-secrets";

const URL_OF_NOBODY = "https://gateway.example/hooks";

let drop: () => Promise<void>;

beforeAll(async () => {
  ({ drop } = await useOwnDatabase());
});

afterAll(async () => {
  await closeDatabase();
  await drop();
});

const secretsOf = (gatewayId: string) => read(system, (tx) => loadSigningSecrets(tx, gatewayId));

test("signatures are those of the standard's own library", () => {
  const secret = newSigningSecret();
  const at = new Date();
  const body = '{"ünï":"𝄞","n":9007199254740993}';
  const headers = signEvent([secret], "evt_1", at, body);
  expect(headers["webhook-signature"]).toBe(new Webhook(secret).sign("evt_1", at, body));
  expect(headers["webhook-timestamp"]).toBe(String(Math.floor(at.getTime() / 1_000)));
});

test.each([
  "",
  "whsec_",
  "whsec_c2hvcnQ=",
  `whsec_${"A".repeat(200)}`,
  "plainplainplainplainplainplainplainplain",
  "whsec_not base64 but long enough to be a key",
])("the secret %j is refused without being repeated", (secret) => {
  expect(() => signingKey(secret)).toThrow(/whsec_ followed by the base64 of 24 to 64/);
  if (secret.length > 10) expect(() => signingKey(secret)).not.toThrow(secret);
});

test("secrets rest encrypted", async () => {
  const scenario = await aScenario(URL_OF_NOBODY);
  const rows = await read(system, (tx) =>
    tx.signingSecret.findMany({ where: { gatewayId: scenario.gatewayId } }),
  );
  expect(rows).toHaveLength(1);
  expect(JSON.stringify(rows)).not.toContain(scenario.secret.slice(6, 20));
  expect(await secretsOf(scenario.gatewayId)).toEqual([scenario.secret]);
});

test("while a secret rotates both sign, so that either side of the change verifies", async () => {
  const receiver = await aReceiver();
  const scenario = await aScenario(receiver.url);
  const renewed = await ingest(system, (tx) =>
    rotateSigningSecret(tx, scenario.gatewayId, { overlapHours: 1 }),
  );
  await scenario.owe();
  await runOnce();
  const [got] = receiver.received;
  if (!got) throw new Error("nothing came");
  expect(got.headers["webhook-signature"]).toMatch(/^v1,\S+ v1,\S+$/);
  verified(scenario.secret, got);
  verified(renewed, got);
  await receiver.close();
});

test("never more than two sign, and after the overlap only the new one does", async () => {
  const scenario = await aScenario(URL_OF_NOBODY);
  const second = await ingest(system, (tx) => rotateSigningSecret(tx, scenario.gatewayId));
  const third = await ingest(system, (tx) => rotateSigningSecret(tx, scenario.gatewayId));
  expect(await secretsOf(scenario.gatewayId)).toEqual([third, second]);
  const fourth = await ingest(system, (tx) =>
    rotateSigningSecret(tx, scenario.gatewayId, { overlapHours: 0 }),
  );
  expect(await secretsOf(scenario.gatewayId)).toEqual([fourth]);
});

test("of rotations at once one is current in the end", async () => {
  const scenario = await aScenario(URL_OF_NOBODY);
  await Promise.all(
    Array.from({ length: 5 }, () => ingest(system, (tx) => rotateSigningSecret(tx, scenario.gatewayId))),
  );
  const current = await read(system, (tx) =>
    tx.signingSecret.count({ where: { gatewayId: scenario.gatewayId, expiresAt: null } }),
  );
  expect(current).toBe(1);
  expect(await secretsOf(scenario.gatewayId)).toHaveLength(2);
});

test("a second first secret is refused; set-up at every start changes only what differs", async () => {
  const scenario = await aScenario(URL_OF_NOBODY);
  const create = ingest(system, (tx) => createSigningSecret(tx, scenario.gatewayId));
  await expect(create).rejects.toMatchObject({ code: "CONFLICT" });
  const ensure = (secret: string) =>
    ingest(system, (tx) => ensureSigningSecret(tx, scenario.gatewayId, secret));
  expect(await ensure(scenario.secret)).toBe("unchanged");
  const other = newSigningSecret();
  expect(await ensure(other)).toBe("rotated");
  expect(await ensure(other)).toBe("unchanged");
  expect(await secretsOf(scenario.gatewayId)).toEqual([other, scenario.secret]);
});

test("only an administrator rotates, and it is in the trail without the secret", async () => {
  const scenario = await aScenario(URL_OF_NOBODY);
  await expect(rotateGatewaySecret(scenario.person, scenario.gatewayId)).rejects.toMatchObject({
    code: "FORBIDDEN",
  });
  const limited = await aPerson([scenario.tenant], "admin");
  await expect(rotateGatewaySecret(limited, scenario.gatewayId)).rejects.toMatchObject({ code: "FORBIDDEN" });
  const admin = proveScope(limited.actor, limited.tenants, { unlimited: true });
  const { secret } = await rotateGatewaySecret(admin, scenario.gatewayId, { overlapHours: 2 });
  const trail = await read(system, (tx) =>
    tx.activity.findMany({ where: { subjectId: scenario.gatewayId } }),
  );
  expect((await listSecretDates(limited, scenario.gatewayId)).map(({ endsAt }) => endsAt === null)).toEqual([
    true,
    false,
  ]);
  await expect(listSecretDates(await aPerson([]), scenario.gatewayId)).rejects.toMatchObject({
    code: "NOT_FOUND",
  });
  expect(trail).toMatchObject([{ action: "gateway.secret_rotated", details: '{"overlap_hours":2}' }]);
  expect(JSON.stringify(trail.map((row) => row.details))).not.toContain(secret.slice(6));
  await expect(rotateGatewaySecret(admin, "x")).rejects.toMatchObject({ code: "NOT_FOUND" });
  await expect(rotateGatewaySecret(admin, scenario.gatewayId, { overlapHours: 721 })).rejects.toThrow(
    /0 to 720 hours/,
  );
});
