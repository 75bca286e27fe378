import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, expect, test } from "vitest";
import { readTrust } from "@/gateway/client/signature";
import { aPasskeyOf, openSessionOf } from "@/lib/auth/passkeys/testing/passkeys";
import { closeDatabase } from "@/lib/core/db";
import { aPerson, aTenant } from "@/lib/testing/factories";
import { command } from "../command";

const folder = mkdtempSync(path.join(tmpdir(), "passkeys-"));
afterAll(async () => {
  rmSync(folder, { recursive: true });
  await closeDatabase();
});

test("the keys of those who may decide for a tenant are written for gateways, once, with what people compare", async () => {
  const [here, there] = [await aTenant(), await aTenant()];
  const everybody = [
    await aPerson([here], "approver", "Maya"),
    await aPerson([here], "viewer", "Vera"),
    await aPerson([there], "approver", "Tom"),
  ];
  for (const scope of everybody) {
    await openSessionOf(scope);
    await aPasskeyOf(scope);
  }
  const file = path.join(folder, "approvers.json");
  const answer = await command(["passkey", "export", file, "--tenant", here.key]);
  expect(answer).toMatchObject({ code: 0, err: "" });
  const { approvers, origin } = readTrust(readFileSync(file, "utf8"));
  const [maya] = everybody;
  expect(approvers.filter(({ name }) => ["Maya", "Vera", "Tom"].includes(name ?? ""))).toMatchObject([
    { person: maya?.actor.id, name: "Maya", publicKey: expect.stringMatching(/^[\w-]{100,}$/) },
  ]);
  expect(origin).toBe("http://localhost:3000");
  expect(answer.out).toMatch(/Maya, Laptop: [0-9a-f]{64}/);
  expect((await command(["passkey", "export", file])).err).toContain("is there already");
});
