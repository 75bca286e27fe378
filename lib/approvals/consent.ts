import { compareArguments } from "@/lib/arguments/comparison";
import { foldsOf } from "@/lib/arguments/folding";
import type { Fold } from "@/lib/arguments/types";
import type { Tx } from "@/lib/core/db";
import { invalid } from "@/lib/core/errors";
import type { RiskWord } from "@/lib/core/risk";
import type { UserScope } from "@/lib/core/scope";
import type { Approval } from "@/lib/generated/prisma/client";
import { asksReason, requirementsOf, type WaitsBy } from "@/lib/policies/requirements";
import { loadTenantSettings } from "@/lib/tenants/queries";
import { attemptsAround } from "./attempts/rules";
import { isOwnCall } from "./deciders/eligibility";
import { precedentOfCall } from "./detail/history";
import { confirmationFor } from "./detail/rules";
import { type History, readHistory } from "./precedent/queries";
import { findLastApproved } from "./precedents";
import type { Demanded } from "./receipt-facts";
import { assertConfirmed, assertNotOwnCall, assertTokenMayApprove, isReadToTheEnd } from "./rules";
import type { Facts } from "./schema";
import { SEEN_PARTS, type Seen, type SeenPart } from "./types";

/**
 * Requires a reason where a policy of the call asks for one.
 * @throws DomainError VALIDATION_ERROR
 */
export function assertReasoned(call: WaitsBy, verdict: string, reason?: string): void {
  const asking = asksReason(requirementsOf(call), verdict);
  if (!asking || (reason ?? "").trim() !== "") return;
  throw invalid(
    "/reason",
    "required",
    `The policy “${asking.name}” asks for a reason. Nothing was recorded; say why.`,
  );
}

/**
 * Checks that this person's approval counts. Not for their own call, and not by script at critical
 * risk unless the tenant allows it. It needs the proof that the page demands; an editor sees the
 * whole text, so nothing has to be opened.
 * @returns what the page demanded; nothing for a script
 * @throws DomainError FORBIDDEN or VALIDATION_ERROR
 */
export async function assertMayApprove(
  tx: Tx,
  scope: UserScope,
  approval: Approval,
  yes: { seen: Seen | undefined; edits: boolean },
): Promise<Demanded> {
  assertNotOwnCall(await isOwnCall(tx, scope.actor, approval));
  const { risk } = approval;
  if (scope.actor.via === "token") {
    if (risk === "critical")
      assertTokenMayApprove((await loadTenantSettings(tx, approval.tenantId)).tokensApproveCritical);
    return { folds: [], confirmation: null };
  }
  // Its dialog shows the whole text, and only of calls that demand no more (`assertDecidableVia`).
  if (scope.actor.via === "slack") return { folds: [], confirmation: null };
  return assertConfirmedAs(tx, approval, yes, risk);
}

/**
 * Checks that an approval from a page carries what pages demand at this risk.
 * @returns what they demand
 * @throws DomainError VALIDATION_ERROR
 */
export async function assertConfirmedAs(
  tx: Tx,
  approval: Approval,
  yes: { seen: Seen | undefined; edits: boolean },
  risk: RiskWord,
): Promise<Demanded> {
  const facts = approval.facts as Facts | null;
  const claims = { howMany: facts?.how_many ?? null, toWhom: facts?.to_whom ?? null, tool: approval.tool };
  const { folds, parts } = yes.edits ? NOTHING : await shownOn(tx, approval, risk, yes.seen);
  const confirmation = confirmationFor(risk, claims);
  assertConfirmed({ risk, confirmation, folds, parts }, yes.seen);
  return { folds, confirmation };
}

type Shown = { folds: Fold[]; parts: SeenPart[] };

const NOTHING: Shown = { folds: [], parts: [] };

/** The collapsed parts of the page, of which some must be opened, and the parts that must be read. */
async function shownOn(tx: Tx, approval: Approval, risk: RiskWord, seen: Seen | undefined): Promise<Shown> {
  const isTable = seen?.together === true;
  const history =
    isReadToTheEnd(risk) && !isTable
      ? await readHistory(tx, approval)
      : { last: await findLastApproved(tx, approval), record: null, nearby: [] };
  const { tenantId, id: approvalId, argumentsText: now, revision } = approval;
  const first =
    revision > 1
      ? await tx.approvalRevision.findFirst({ where: { tenantId, approvalId, revision: 1 } })
      : null;
  const texts = { now, requested: first?.argumentsText ?? null, last: history.last?.argumentsText ?? null };
  const folds = foldsOf(compareArguments(texts).rows, approval.risk);
  return { folds, parts: partsOf(approval, history) };
}

/** The parts that the call's page has, without what is unusual in the tool's definition or rating. */
function partsOf(approval: Approval, { record, nearby }: History): SeenPart[] {
  const has: Record<SeenPart, boolean> = {
    facts: true,
    record: record !== null && precedentOfCall(approval, record).notices.length > 0,
    attempt: attemptsAround(nearby, approval.id).earlier !== null,
    preview: approval.preview !== null,
    arguments: true,
  };
  return SEEN_PARTS.filter((part) => has[part]);
}
