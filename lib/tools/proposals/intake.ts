import { type ActivityEntry, changeEntry, recordActivities } from "@/lib/activity/record";
import type { Tx } from "@/lib/core/db";
import { newId } from "@/lib/core/ids";
import { serializeJson } from "@/lib/core/json/raw";
import type { GatewayScope } from "@/lib/core/scope";
import type { ToolProposal } from "@/lib/generated/prisma/client";
import type { Rating } from "../rating";
import type { Proposed } from "../types";

export type Asked = {
  toolId: string;
  provider: string;
  name: string;
  given: boolean;
  redefined: boolean;
  holds: Rating;
  /** The rating that would lower the current one; null if none would. */
  proposed: Rating | null;
};

type Fresh = Asked & { id: string; proposed: Rating };

export type ProposalPlan = {
  fresh: Fresh[];
  withdrawn: Asked[];
  /** Tools whose pending proposal refers to an old definition. */
  renewed: string[];
  after: ReadonlyMap<string, Proposed>;
};

/**
 * Compares requested ratings with stored proposals. A repetition is ignored, also after a decision.
 */
export async function planProposals(tx: Tx, asked: readonly Asked[]): Promise<ProposalPlan> {
  const rows = await tx.toolProposal.findMany({ where: { toolId: { in: asked.map((one) => one.toolId) } } });
  const present = new Map(rows.map((row) => [row.toolId, row]));
  const after = new Map<string, Proposed>();
  const fresh: Fresh[] = [];
  const withdrawn: Asked[] = [];
  const renewed: string[] = [];
  for (const one of asked) {
    const row = present.get(one.toolId);
    if (one.proposed && !(row && isSame(row, one.proposed))) {
      fresh.push({ ...one, id: newId(), proposed: one.proposed });
      after.set(one.toolId, { ...one.proposed, state: "pending" });
    } else if (row?.dismissedAt === null && one.given && !one.proposed) {
      withdrawn.push(one);
    } else if (row && (one.proposed || row.dismissedAt === null)) {
      const { risk, requiresConfirmation, dismissedAt } = row;
      after.set(one.toolId, { risk, requiresConfirmation, state: dismissedAt ? "dismissed" : "pending" });
      if (one.redefined && !dismissedAt) renewed.push(one.toolId);
    }
  }
  return { fresh, withdrawn, renewed, after };
}

function isSame(row: ToolProposal, rating: Rating): boolean {
  return row.risk === rating.risk && row.requiresConfirmation === rating.requiresConfirmation;
}

// Beyond this, one audit row covers all: rows are permanent, and a gateway can register without
// limit.
const TOLD_ONE_BY_ONE = 20;

/** Stores proposals and audit rows, late in the registration's transaction. */
export async function storeProposals(
  tx: Tx,
  scope: GatewayScope,
  provider: string,
  { fresh, withdrawn, renewed }: ProposalPlan,
): Promise<void> {
  if (fresh.length > 0)
    await tx.$executeRaw`
      insert into tool_proposals (tool_id, id, risk, requires_confirmation, proposed_at)
      select tool_id, id, risk::risk, requires_confirmation, clock_timestamp()
      from json_to_recordset(${serializeJson(fresh.map(proposalRow))}::json)
        as r(tool_id uuid, id uuid, risk text, requires_confirmation boolean)
      on conflict (tool_id) do update
      set id = excluded.id, risk = excluded.risk, requires_confirmation = excluded.requires_confirmation,
          proposed_at = excluded.proposed_at, dismissed_at = null`;
  await tx.toolProposal.deleteMany({ where: { toolId: { in: withdrawn.map((one) => one.toolId) } } });
  // A person with the old definition on screen has not seen what they would accept.
  if (renewed.length > 0)
    await tx.$executeRaw`update tool_proposals set id = gen_random_uuid() where tool_id = any(${renewed}::uuid[])`;
  const deeds = [
    ...fresh.map((one) => entry("tool.proposed", one, one.proposed)),
    ...withdrawn.map((one) => entry("tool.proposal_withdrawn", one, null)),
  ];
  await recordActivities(
    tx,
    scope,
    deeds.length > TOLD_ONE_BY_ONE ? [summary(scope, provider, fresh, withdrawn)] : deeds,
  );
}

function summary(
  scope: GatewayScope,
  provider: string,
  fresh: readonly Fresh[],
  withdrawn: readonly Asked[],
): ActivityEntry {
  const names = [...fresh, ...withdrawn].map((one) => one.name);
  return {
    action: "tool.proposals_changed",
    subject: { kind: "gateway", id: scope.actor.id },
    details: {
      provider,
      proposed: fresh.length,
      withdrawn: withdrawn.length,
      tools: names.slice(0, TOLD_ONE_BY_ONE),
    },
  };
}

function proposalRow({ toolId, id, proposed }: Fresh) {
  const { risk, requiresConfirmation } = proposed;
  return { tool_id: toolId, id, risk, requires_confirmation: requiresConfirmation };
}

function entry(action: string, { toolId, provider, name, holds }: Asked, to: Rating | null): ActivityEntry {
  const { risk, requiresConfirmation } = holds;
  return changeEntry(action, { risk, requiresConfirmation }, to ?? { risk, requiresConfirmation }, {
    subject: { kind: "tool", id: toolId },
    facts: { provider, tool: name },
  });
}
