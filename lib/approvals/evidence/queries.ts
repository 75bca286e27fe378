import { wireEntry } from "@/lib/activity/chain";
import { type ChainedRow, listActivityOf } from "@/lib/activity/queries";
import { signingKey } from "@/lib/activity/signing-key";
import { read } from "@/lib/core/db";
import { DomainError } from "@/lib/core/errors";
import type { UserScope } from "@/lib/core/scope";
import type { ApprovalRevision, Execution } from "@/lib/generated/prisma/client";
import { getApprovalView } from "../detail/queries";
import type { ApprovalView } from "../detail/types";
import { getWholeApproval } from "../queries";
import { askedOf, policiesOf } from "../receipt-facts";
import type { Receipt } from "../receipts";
import { receiptsOf } from "../receipts-in-rows";
import { currentExecution, mayDecide } from "../rules";
import type { SeenOnRecord } from "../screen-proof";
import type { SignedOnRecord } from "../signing/types";
import type { WholeApproval, WholeVote } from "../types";
import { sealed } from "./seal";
import { EVIDENCE_KIND, EVIDENCE_ROWS_MAX, EVIDENCE_VERSION } from "./types";
import type { EvidenceFile } from "./wire";

// A decision during the read could appear in one part of the file only, so the read is retried.
const TRIES = 5;

/**
 * All stored data of one call as one file that proves itself, and fully with an export of the
 * trail. It holds only what the call's page shows this person.
 * @throws DomainError NOT_FOUND outside the scope
 */
export async function getEvidence(scope: UserScope, id: string): Promise<EvidenceFile> {
  for (let left = TRIES; left > 0; left -= 1) {
    const approval = await getWholeApproval(scope, id);
    const trail = await listActivityOf(scope, "approval", id, EVIDENCE_ROWS_MAX);
    const revisions = await listRevisions(scope, approval);
    const view = await getApprovalView(scope, id);
    if (view.changedAt.getTime() === approval.updatedAt.getTime())
      return fileOf(scope, { approval, view, revisions, rows: trail.map((row) => row.entry) });
  }
  throw new DomainError("UNAVAILABLE", "The call changes too fast to be written down. Try again.");
}

function listRevisions(scope: UserScope, { tenantId, id }: WholeApproval): Promise<ApprovalRevision[]> {
  return read(scope, (tx) =>
    tx.approvalRevision.findMany({ where: { tenantId, approvalId: id }, orderBy: { revision: "asc" } }),
  );
}

type Parts = {
  approval: WholeApproval;
  view: ApprovalView;
  revisions: readonly ApprovalRevision[];
  rows: readonly ChainedRow[];
};

function fileOf(scope: UserScope, { approval, view, revisions, rows }: Parts): EvidenceFile {
  const receipts = receiptsOf(rows);
  const execution = currentExecution(approval);
  const file: Omit<EvidenceFile, "seal"> = {
    kind: EVIDENCE_KIND,
    version: EVIDENCE_VERSION,
    made_at: view.asOf.toISOString(),
    tenant: { id: view.tenant.id, key: view.tenant.key },
    gateway: view.gateway.name,
    call: askedOf(approval),
    revisions: revisions.map((one) => revisionOf(one, receipts)),
    decision: decisionOf(approval),
    votes: approval.votes.map((vote) => voteOf(vote, receipts)),
    receipts,
    policies: policiesShown(scope, approval),
    outcome: execution && execution.state !== "awaiting" ? outcomeOf(execution) : null,
    deliveries: view.deliveries.map(({ id, state, attempts, log }) => ({
      id,
      state,
      attempts,
      log: log.map((one) => ({ ...one, at: one.at.toISOString() })),
    })),
    timeline: view.timeline.map(({ at, title, by, detail }) => ({ at: at.toISOString(), title, by, detail })),
    activity: rows.map(({ hash, ...entry }) => ({ ...wireEntry(entry), hash })),
  };
  return sealed(file, signingKey());
}

/** Only deciders see the policies of edits, because those name people. */
function policiesShown({ actor }: UserScope, approval: WholeApproval) {
  return policiesOf(mayDecide(actor.role) ? approval : { ...approval, editPolicies: null });
}

function revisionOf(one: ApprovalRevision, receipts: readonly Receipt[]) {
  const edit = receipts.find(({ facts }) => facts?.edited === true && facts.revision === one.revision);
  const name = edit?.by.name ?? receipts.find(({ by }) => by.id === one.editedBy)?.by.name ?? "";
  return {
    revision: one.revision,
    arguments_text: one.argumentsText,
    arguments_sha256: one.argumentsSha256,
    edited_by: one.editedBy === null ? null : { id: one.editedBy, name },
    at: one.createdAt.toISOString(),
  };
}

function decisionOf(approval: WholeApproval) {
  const { decision, execution, revision, approvalsRequired, decideBy, decidedAt, decidedBy, reason } =
    approval;
  return {
    decision,
    execution,
    revision,
    approvals_required: approvalsRequired,
    decide_by: decideBy.toISOString(),
    decided_at: decidedAt?.toISOString() ?? null,
    decided_by: decidedBy,
    reason,
  };
}

/** Uses the name of the deputy's absent person from the trail. */
function voteOf(vote: WholeVote, receipts: readonly Receipt[]) {
  const given = receipts.findLast(
    ({ by, facts }) =>
      by.id === vote.userId && facts?.revision === vote.revision && facts.deputy_for?.id === vote.deputyFor,
  );
  return {
    by: { id: vote.userId, name: vote.userName },
    ...(vote.deputyFor === null
      ? {}
      : {
          deputy_for: given?.facts?.deputy_for ?? {
            id: vote.deputyFor,
            name: vote.deputyForName ?? vote.deputyFor,
          },
        }),
    revision: vote.revision,
    verdict: vote.verdict,
    reason: vote.reason,
    at: vote.createdAt.toISOString(),
    lapsed: vote.lapsed,
    // Only `addVote` writes this.
    seen: vote.seen as SeenOnRecord | null,
    ...(vote.signed === null ? {} : { passkey: vote.signed as SignedOnRecord }),
  };
}

function outcomeOf(execution: Execution) {
  return {
    state: execution.state,
    started_at: execution.startedAt?.toISOString() ?? null,
    finished_at: execution.finishedAt?.toISOString() ?? null,
    result_text: execution.resultText,
    result_truncated: execution.resultTruncated,
    error_code: execution.errorCode,
    error_message: execution.errorMessage,
    duration_ms: execution.durationMs,
  };
}
