import { recordActivities, recordChange } from "@/lib/activity/record";
import { requireRole } from "@/lib/auth/guards";
import { databaseNow } from "@/lib/core/clock";
import { change, ingest, type Tx } from "@/lib/core/db";
import { DomainError } from "@/lib/core/errors";
import {
  type IdentifiedRequest,
  type RequestKey,
  reservationOf,
  reserveRequest,
  storeAnswer,
} from "@/lib/core/idempotency";
import { newId } from "@/lib/core/ids";
import type { GatewayScope, UserScope } from "@/lib/core/scope";
import { admit } from "@/lib/intake/commands";
import { countingRefusals } from "@/lib/intake/offenders/commands";
import { judgeRationale, judgeReport } from "@/lib/intake/rules";
import type { Taken } from "@/lib/intake/types";
import { announce } from "@/lib/live/announce";
import type { GracePeriod } from "@/lib/tenants/rules";
import { publicAnswer } from "./answer";
import { learnedIssue } from "./grouping/lessons";
import {
  earlierToo,
  insertReport,
  learnFrom,
  lockIssueNumbers,
  type Prints,
  printsOf,
  type ReportFacts,
  readReportFacts,
} from "./intake";
import { issueHead, leadsOf } from "./queries";
import { textsOf } from "./redaction";
import { FINGERPRINT_VERSION, issueTitle } from "./rules";
import type { AnswerInput, SubmitFeedback } from "./schema";
import { regress } from "./triage/regress";
import type { IssueFacts } from "./types";
import type { IssueHead, PublicAnswer, ReportTexts } from "./wire";

export type Submitted = Taken & {
  id: string;
  issue: IssueHead;
  known: boolean;
  answer: PublicAnswer | null;
  replayed: boolean;
};

/** After this quiet time, a further report of an issue is announced to open pages. */
const ANNOUNCE_AGAIN_MS = 10_000;

/**
 * Stores an agent's report. It joins the issue of equal reports or opens one, and returns people's
 * answer to it.
 * @throws DomainError VALIDATION_ERROR, IDEMPOTENCY_CONFLICT or IN_FLIGHT; nothing is stored of the
 * report then
 */
export async function submitFeedback(
  scope: GatewayScope,
  input: SubmitFeedback,
  request: IdentifiedRequest,
): Promise<Submitted> {
  const caller = { scope, tenantId: request.tenantId, agent: input.agent };
  return countingRefusals(caller, () => takeIn(scope, input, request));
}

function takeIn(scope: GatewayScope, input: SubmitFeedback, request: IdentifiedRequest): Promise<Submitted> {
  const { tenantId } = request;
  const prints = printsOf(input);
  return ingest(scope, async (tx) => {
    const facts = await readReportFacts(tx, scope, tenantId, input, prints);
    const { tenant, now } = facts;
    const admission = judgeReport(input, facts, scope.actor.name);
    const id = newId();
    const reserved = reservationOf(scope.actor.id, "feedback", request);
    const replay = reserved && (await reserveRequest(tx, reserved, id));
    if (replay?.rowId)
      return replayed(tx, { ...replay, rowId: replay.rowId, tenant, grace: admission.grace });
    const taken = await admit(tx, scope, { tenantId, agent: input.agent }, admission);
    const joined = await joinOrOpen(tx, scope, input, { tenantId, prints, facts });
    await insertReport(tx, scope, input, { id, tenantId, issueId: joined.issue.joins });
    await keepAnswer(tx, reserved, id, joined.known);
    const back =
      joined.issue.state === "resolved"
        ? await regress(tx, scope, input, { id: joined.issue.id, tenantId }, id)
        : null;
    if (back) await recordActivities(tx, scope, [back]);
    // Repeated reports are not announced each: an agent in a loop must not slow commits down.
    else if (joined.known && now.getTime() - joined.issue.lastSeenAt.getTime() > ANNOUNCE_AGAIN_MS)
      await announce(tx, "feedback", tenantId, joined.issue.id);
    const issue = back ? { ...joined.issue, state: "regressed", fixedIn: null } : joined.issue;
    return { ...told(id, issue, tenant, joined.known), replayed: false, ...taken };
  });
}

type Owner = { id: string; key: string };

function told(id: string, issue: Omit<IssueFacts, "joins">, tenant: Owner, known: boolean) {
  return { id, issue: issueHead(issue, tenant.key), known, answer: publicAnswer(issue) };
}

/** Stored for retries, because the rows cannot show later whether the issue was known. */
async function keepAnswer(tx: Tx, reserved: RequestKey | null, id: string, known: boolean): Promise<void> {
  if (reserved) await storeAnswer(tx, reserved, id, known ? "known" : "new");
}

type Replayed = { rowId: string; response: string | null; tenant: Owner; grace: GracePeriod };

async function replayed(tx: Tx, { rowId, response, tenant, grace }: Replayed): Promise<Submitted> {
  const row = await tx.feedbackSubmission.findFirstOrThrow({
    where: { tenantId: tenant.id, id: rowId },
    include: { issue: true },
  });
  const warning = judgeRationale(row.rationale, true);
  const [issue = row.issue] = await leadsOf(tx, [row.issue]);
  return {
    ...told(row.id, issue, tenant, response === "known"),
    replayed: true,
    warning,
    grace: warning && grace,
  };
}

/** The issue of equal reports, the one that people moved such reports to, or a new one. */
async function joinOrOpen(
  tx: Tx,
  scope: GatewayScope,
  input: SubmitFeedback,
  { tenantId, prints, facts }: { tenantId: string; prints: Prints; facts: ReportFacts },
): Promise<{ issue: IssueFacts; known: boolean }> {
  const { issue, isLearned, provider } = facts;
  const fingerprints = [prints.present, prints.of3, prints.of2];
  const like = { report: input, provider, fingerprints, joins: issue?.joins ?? "" };
  const elsewhere = issue && isLearned ? await learnedIssue(tx, tenantId, like) : null;
  if (elsewhere) return { issue: elsewhere, known: true };
  const joined = issue
    ? { issue, known: true }
    : await openIssue(tx, scope, input, { tenantId, prints, provider });
  if (joined.known) await learnFrom(tx, tenantId, { provider, issue: joined.issue, prints });
  return joined;
}

async function openIssue(
  tx: Tx,
  scope: GatewayScope,
  input: SubmitFeedback,
  { tenantId, prints, provider }: { tenantId: string; prints: Prints; provider: string | null },
): Promise<{ issue: IssueFacts; known: boolean }> {
  await lockIssueNumbers(tx, tenantId);
  const all = await earlierToo(tx, tenantId, input, { prints, provider });
  const { issue: meanwhile } = await readReportFacts(tx, scope, tenantId, input, all);
  if (meanwhile) return { issue: meanwhile, known: true };
  const last = await tx.feedbackIssue.findFirst({
    where: { tenantId },
    orderBy: { number: "desc" },
    select: { number: true },
  });
  const issue = await tx.feedbackIssue.create({
    data: {
      id: newId(),
      tenantId,
      number: (last?.number ?? 0) + 1,
      title: issueTitle(input),
      provider,
      tool: input.toolCalled,
      fingerprint: prints.present,
      fingerprintVersion: FINGERPRINT_VERSION,
    },
  });
  await announce(tx, "feedback", tenantId, issue.id);
  return { issue: { ...issue, joins: issue.id }, known: false };
}

/**
 * Sets the answer of an issue; agents that report it again read it at once.
 * @throws DomainError FORBIDDEN, NOT_FOUND, or STALE_VIEW when another person changed the answer
 * meanwhile; nothing is changed then
 */
export async function answerIssue(scope: UserScope, input: AnswerInput): Promise<{ id: string }> {
  requireRole(scope, "admin", "triager");
  return change(scope, async (tx) => {
    const where = { tenantId: { in: [...scope.tenants] }, id: input.id };
    const before = await tx.feedbackIssue.findFirst({ where });
    if (!before) throw new DomainError("NOT_FOUND", "There is no such feedback. Nothing was changed.");
    if (before.state === "merged")
      throw new DomainError(
        "CONFLICT",
        "This issue was merged into another one, and agents get that one's answer. Nothing was changed.",
      );
    const said = {
      answer: input.answer || null,
      workaround: input.workaround || null,
      fixedIn: input.fixedIn || null,
    };
    const { seen } = input;
    // The where clause settles a race: of two people who read the same answer, one changes it.
    const [after] = await tx.feedbackIssue.updateManyAndReturn({
      where: {
        ...where,
        answer: seen.answer || null,
        workaround: seen.workaround || null,
        fixedIn: seen.fixedIn || null,
      },
      data: { ...said, updatedAt: await laterThan(tx, before.updatedAt) },
    });
    if (!after)
      throw new DomainError(
        "STALE_VIEW",
        "Another person changed the answer after you opened it. Nothing was changed; reload the page to see the new answer.",
      );
    await recordChange(tx, scope, "issue.answered", before, after);
    return { id: input.id };
  });
}

/**
 * The texts of a report as sent. The trail records the read, because pages mask credentials.
 * @throws DomainError FORBIDDEN; NOT_FOUND, the same for another tenant's as for none
 */
export async function revealReport(scope: UserScope, { id }: { id: string }): Promise<ReportTexts> {
  requireRole(scope, "admin", "triager");
  return change(scope, async (tx) => {
    const report = await tx.feedbackSubmission.findFirst({
      where: { tenantId: { in: [...scope.tenants] }, id },
    });
    if (!report) throw new DomainError("NOT_FOUND", "There is no such feedback.");
    const subject = { kind: "issue", id: report.issueId, tenantId: report.tenantId };
    await recordActivities(tx, scope, [{ action: "issue.revealed", subject, details: { report: id } }]);
    return textsOf(report);
  });
}

/** The database's time, but always after `before`, so that every change has a distinct time. */
async function laterThan(tx: Tx, before: Date): Promise<Date> {
  const now = await databaseNow(tx);
  return now > before ? now : new Date(before.getTime() + 1);
}
