import { expect, test } from "vitest";
import { read } from "@/lib/core/db";
import { systemScope } from "@/lib/core/scope";
import { aCall, aGateway, aPerson, aTenant, LOOKED } from "@/lib/testing/factories";
import { decideApproval } from "./commands";
import { ask as authorize } from "./gate/ask";
import type { Authorize } from "./schema";

const HOOK = "http://127.0.0.1:9/hook";

/** An approved call: who executes it, and within how many seconds execution must start. */
async function approved(
  settings: Parameters<typeof aTenant>[0],
  callbackUrl: string | null,
  mode?: Authorize["mode"],
) {
  const tenant = await aTenant(settings);
  const gateway = await aGateway([tenant], callbackUrl);
  const request = { tenantId: tenant.id, key: null, bodySha256: "" };
  const { answer } = await authorize(gateway.scope, aCall(tenant, { mode }), request);
  if (answer.kind !== "wait") throw new Error(`expected wait, got ${answer.kind}`);
  const { id, revision, argumentsSha256 } = answer.approval;
  expect(answer.approval.useBy).toBeNull();
  const person = await aPerson([tenant]);
  await decideApproval(person, { id, verdict: "approve", revision, argumentsSha256, seen: LOOKED });
  const row = await read(systemScope("tests"), (tx) => tx.approval.findFirstOrThrow({ where: { id } }));
  const ms = (row.useBy?.getTime() ?? 0) - (row.decidedAt?.getTime() ?? 0);
  return [row.mode, Math.round(ms / 1_000)];
}

// The gateway executes if it has a callback URL, unless the call says otherwise. The clock starts
// at the approval.
test.each([
  ["a gateway that can be called", {}, HOOK, undefined, ["callback", 900]],
  ["one that cannot be called", {}, null, undefined, ["reissue", 3_600]],
  ["a call whose agent repeats it, of one that can", {}, HOOK, "reissue", ["reissue", 3_600]],
  [
    "a tenant's own time to be called back",
    { useByCallbackSeconds: 120 },
    HOOK,
    undefined,
    ["callback", 120],
  ],
  ["a tenant's own time to repeat it", { useByReissueSeconds: 30 }, HOOK, "reissue", ["reissue", 30]],
] as const)("%s has so long to begin", async (_, settings, callbackUrl, mode, expected) => {
  expect(await approved(settings, callbackUrl, mode)).toEqual(expected);
});
