import { parseJson } from "@/lib/core/json/parse";
import type { Approval } from "@/lib/generated/prisma/client";
import type { Attempts } from "../attempts/rules";
import type { NearbyAttempt } from "../attempts/types";
import { defaultSummary } from "../gate/rules";
import { precedentOf } from "../precedent/rules";
import type { Precedent, StoredRecord } from "../precedent/types";
import { statusOf } from "../rules";
import type { Facts } from "../schema";
import type { Beside } from "./surroundings";
import type { ApprovalView, Attempt } from "./types";

/** What the record says of a call, in the words of the page. */
export function precedentPart(
  approval: Approval,
  record: StoredRecord,
  { server, unknownBefore: before }: Pick<ApprovalView, "server" | "unknownBefore">,
): Precedent {
  const { overrideRisk, catalogueRisk, byRule, changedSinceLastApproval: changed, version } = server;
  const tool = {
    rating: overrideRisk ?? catalogueRisk ?? byRule?.risk ?? null,
    annotationsText: server.annotations && JSON.stringify(server.annotations),
    definition: changed && { from: changed.from, to: version ?? changed.from },
    mayHaveRun: before?.isUnknown && !before.known ? { id: before.id, at: before.at } : null,
  };
  return precedentOf({ ...saidOf(approval), ...tool }, record);
}

/** The precedents of a call without what the catalogue says of its tool. */
export function precedentOfCall(approval: Approval, record: StoredRecord): Precedent {
  return precedentOf(
    { ...saidOf(approval), rating: null, annotationsText: null, definition: null, mayHaveRun: null },
    record,
  );
}

function saidOf(approval: Approval) {
  const { summary, provider, tool, argumentsText, agent, precondition, claimedRisk } = approval;
  const ours = defaultSummary(provider, tool, parseJson(argumentsText), argumentsText);
  return {
    ...{ agent, precondition, claimedRisk, argumentsText },
    summary: summary === ours ? null : summary,
    facts: approval.facts as Facts | null,
    edited: approval.argumentsSha256 !== approval.requestedSha256,
  };
}

export function attemptsPart(
  { number, orLater, earlier, next, chain }: Attempts,
  { earlierText }: Beside,
): Pick<ApprovalView, "earlierAttempt" | "nextAttempt" | "attempts"> {
  return {
    earlierAttempt:
      earlier && earlierText !== null
        ? { ...refusalOf(earlier), number, orLater, argumentsText: earlierText }
        : null,
    attempts: chain.length < 2 ? [] : chain.map(attemptOf),
    nextAttempt: next && { id: next.id, status: statusOf(next), at: new Date(next.createdAt) },
  };
}

function attemptOf(call: NearbyAttempt): Attempt {
  const { id, createdAt, decision, decidedBy, reason } = call;
  const isRefused = decision === "rejected" || decision === "changes_requested";
  const said = isRefused ? { by: decidedBy, reason } : { by: null, reason: null };
  return { id, status: statusOf(call), at: new Date(createdAt), ...said };
}

function refusalOf({ id, decision, decidedAt, createdAt, decidedBy: by, reason }: NearbyAttempt) {
  return { id, decision, at: new Date(decidedAt ?? createdAt), by, reason };
}
