import { decideApproval } from "@/lib/approvals/commands";
import { ask as authorize } from "@/lib/approvals/gate/ask";
import * as actions from "@/lib/approvals/remembered/actions";
import { restoreRule, revokeRule } from "@/lib/approvals/remembered/commands";
import type { Remember } from "@/lib/approvals/remembered/types";
import { ingest, read } from "@/lib/core/db";
import { newId } from "@/lib/core/ids";
import { aCall, aPerson } from "@/lib/testing/factories";
import { action, again, command, route } from "../deed";
import { deed, type Row } from "../walk";
import { system, type World } from "../world";
import { approve, type Held } from "./held";

const DECIDERS = ["approver", "admin"] as const;

const REMEMBER: Remember = { expiresInSeconds: 3_600, uses: 5, anyAgent: false, arguments: [] };

/**
 * A call that waits because of its risk. If its gateway asked for a person, no rule can be made.
 */
async function aWaitingCall({ gateway, here }: World): Promise<Held> {
  const call = aCall(here, { argumentsText: `{"path":"${newId()}"}`, mode: "reissue", tool: `t-${newId()}` });
  const request = { tenantId: here.id, key: null, bodySha256: newId() };
  const { answer } = await authorize(await gateway.scope(), call, request);
  if (answer.kind !== "wait") throw new Error("the call does not wait");
  return { id: answer.approval.id, revision: 1, argumentsSha256: call.arguments.sha256 };
}

type Ruled = { id: string; call: string };

async function aRule(world: World): Promise<Ruled> {
  const call = await aWaitingCall(world);
  await decideApproval(await aPerson([world.here]), { ...approve(call), remember: REMEMBER });
  const rule = await read(system, (tx) =>
    tx.rememberedRule.findFirstOrThrow({ where: { approvalId: call.id } }),
  );
  return { id: rule.id, call: call.id };
}

/** Revoked by the person who then undoes it: every permitted caller uses this entry point. */
async function aRevokedRule(world: World): Promise<Ruled> {
  const rule = await aRule(world);
  await revokeRule(await world.people.approver.scope(), rule.id);
  return rule;
}

const revokedByAnother = async ({ id }: Ruled, { here }: World) => {
  const other = await aPerson([here]);
  await ingest(
    system,
    (tx) => tx.$executeRaw`
      update remembered_rules set revoked_by = ${other.actor.id}::uuid, revoked_by_name = ${other.actor.name}
      where id = ${id}::uuid`,
  );
};

export const remembered: readonly Row[] = [
  deed({
    by: DECIDERS,
    reads: true,
    arrange: aWaitingCall,
    wrongRole: "FORBIDDEN",
    foreign: "NOT_FOUND",
    wrongState: { none: "a rule can be tried on any call that one could have been made from" },
    stale: { none: "it says what would pass now" },
    doors: [
      action("lib/approvals/remembered/actions.ts", actions.previewRule, ({ id }: Held) => [
        { id, remember: REMEMBER },
      ]),
    ],
  }),
  deed({
    by: DECIDERS,
    arrange: aRule,
    wrongRole: "FORBIDDEN",
    foreign: "NOT_FOUND",
    wrongState: again("CONFLICT"),
    stale: { none: "a rule never changes" },
    doors: [
      command("lib/approvals/remembered/commands.ts", revokeRule, ({ id }: Ruled) => [id]),
      action("lib/approvals/remembered/actions.ts", actions.revokeRule, ({ id }: Ruled) => [{ id }]),
      route("DELETE /api/v1/remembered/{id}", ({ id }: Ruled) => ({ of: id })),
    ],
  }),
  deed({
    by: ["approver"],
    arrange: aRevokedRule,
    wrongRole: "FORBIDDEN",
    foreign: "NOT_FOUND",
    wrongState: [
      ...again("CONFLICT"),
      { is: "revoked by another person", code: "FORBIDDEN", make: revokedByAnother },
    ],
    stale: { none: "a rule never changes" },
    doors: [
      command("lib/approvals/remembered/commands.ts", restoreRule, ({ id }: Ruled) => [id]),
      action("lib/approvals/remembered/actions.ts", actions.restoreRule, ({ id }: Ruled) => [{ id }]),
    ],
  }),
  deed({
    by: ["viewer", "triager", ...DECIDERS],
    reads: true,
    arrange: aRule,
    wrongRole: { none: "whoever belongs to the tenant may read its rules" },
    foreign: "untouched",
    wrongState: { none: "they can be read at any time" },
    stale: { none: "it says what is there now" },
    shows: ({ call }: Ruled) => call,
    doors: [route("GET /api/v1/remembered", (_: Ruled) => ({ query: { limit: "200" } }))],
  }),
];
