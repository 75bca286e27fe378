import type { Tx } from "@/lib/core/db";
import type { GatewayScope } from "@/lib/core/scope";
import { Prisma } from "@/lib/generated/prisma/client";
import { isOffending } from "@/lib/intake/offenders/queries";
import type { IntakeFacts } from "@/lib/intake/types";
import { noSuchTenant } from "@/lib/tenants/queries";
import { DEFAULT_TENANT_SETTINGS } from "@/lib/tenants/types";
import { waitForMerges } from "./merges";
import { earlierFingerprints, FINGERPRINT_VERSION, feedbackFingerprint, formerFingerprints } from "./rules";
import type { SubmitFeedback } from "./schema";
import type { IssueFacts } from "./types";

/** A report's fingerprint, and those of former versions, to find its issue. */
export type Prints = { present: string; of3: string; of2: string; earlier: readonly string[] };

export function printsOf(input: SubmitFeedback): Prints {
  return {
    present: feedbackFingerprint(input),
    ...formerFingerprints(input),
    earlier: earlierFingerprints(input, [input.provider ?? null, null]),
  };
}

// Maximum providers of one tool among a tenant's older issues.
const PROVIDERS_MAX = 50;

export type ReportFacts = IntakeFacts & {
  tenant: { id: string; key: string };
  /** The report's own, or the only provider of the gateway with such a tool. */
  provider: string | null;
  /** The issue of equal reports, if it existed at this read. */
  issue: IssueFacts | null;
  /** Whether people moved some of the equal reports to another issue. */
  isLearned: boolean;
};

type FactsRow = Omit<IntakeFacts, "graceDays"> & {
  key: string;
  graceDays: number | null;
  named: string | null;
  isLearned: boolean;
} & ((Omit<IssueFacts, "id"> & { issueId: string }) | { issueId: null });

/**
 * Reads a report's facts in one statement, and blocks merges until the report is stored. Its issue
 * has the same tool, error and provider; if one side names no provider, the only candidate counts.
 * @throws DomainError NOT_FOUND
 */
export async function readReportFacts(
  tx: Tx,
  scope: GatewayScope,
  tenantId: string,
  input: SubmitFeedback,
  { present, of3, of2, earlier }: Prints,
): Promise<ReportFacts> {
  await waitForMerges(tx, tenantId);
  const [row] = await tx.$queryRaw<FactsRow[]>`
    select t.key, t.first_row_at as "firstRowAt", s.rationale_grace_days as "graceDays", clock_timestamp() as now, p.named,
           l.id as "issueId", l.number, l.title, l.state, l.answer, l.workaround, l.fixed_in as "fixedIn", i.id as joins,
           i.provider, i.fingerprint_version as "fingerprintVersion", l.last_seen_at as "lastSeenAt",
           exists (select 1 from feedback_learned k where k.tenant_id = t.id and k.fingerprint in (${present}, ${of3}, ${of2})) as "isLearned",
           ${isOffending({ tenant: Prisma.sql`t.id`, gateway: Prisma.sql`${scope.actor.id}::uuid`, agent: Prisma.sql`${input.agent}::text` })} as "isOffending"
    from tenants t
    left join tenant_settings s on s.tenant_id = t.id
    cross join lateral (
      select coalesce(${input.provider}::text, (
        select min(o.provider) from tools o where o.gateway_id = ${scope.actor.id}::uuid and o.name = ${input.toolCalled}
        having count(distinct o.provider) = 1)) as named) p
    left join lateral (
      select n.* from (
        select f.*, count(*) over () as others from feedback_issues f
        where f.tenant_id = t.id and f.fingerprint = any(${[present, of3, of2, ...earlier]}::text[])
          and (f.fingerprint = ${present} or f.fingerprint_version = 1 or f.fingerprint = ${of3} and f.fingerprint_version <= 3
               or f.fingerprint = ${of2} and f.fingerprint_version = 2)
          and (f.fingerprint_version = 1 or f.provider is null or p.named is null or f.provider = p.named)) n
      where n.provider is not distinct from p.named or n.fingerprint_version = 1 or n.others = 1
      order by n.fingerprint_version > 3, n.fingerprint <> ${present}, n.provider is not distinct from p.named desc, n.number limit 1) i on true
    left join feedback_issues l on l.tenant_id = i.tenant_id and l.id = coalesce(i.merged_into, i.id)
    where t.id = ${tenantId}::uuid`;
  if (!row) throw noSuchTenant(tenantId);
  const { key, firstRowAt, graceDays, now, named } = row;
  return {
    tenant: { id: tenantId, key },
    firstRowAt,
    graceDays: graceDays ?? DEFAULT_TENANT_SETTINGS.rationaleGraceDays,
    now,
    provider: named,
    isLearned: row.isLearned,
    isOffending: row.isOffending,
    issue: row.issueId === null ? null : { ...row, id: row.issueId },
  };
}

/** Adds version 1 fingerprints for the providers of the tool's older issues and the catalogue. */
export async function earlierToo(
  tx: Tx,
  tenantId: string,
  input: SubmitFeedback,
  { prints, provider }: { prints: Prints; provider: string | null },
): Promise<Prints> {
  // An index serves the issues of a tool; "not distinct from" would read all issues.
  const ofTool =
    input.toolCalled === undefined ? Prisma.sql`tool is null` : Prisma.sql`tool = ${input.toolCalled}`;
  const rows = await tx.$queryRaw<{ provider: string | null }[]>`
    select distinct provider from feedback_issues
    where tenant_id = ${tenantId}::uuid and fingerprint_version = 1 and ${ofTool} limit ${PROVIDERS_MAX}::int`;
  const providers = [provider, input.provider ?? null, null, ...rows.map((row) => row.provider)];
  return { ...prints, earlier: earlierFingerprints(input, providers) };
}

/** Serializes new issues of a tenant: numbers are unique, and equal reports share one issue. */
export async function lockIssueNumbers(tx: Tx, tenantId: string): Promise<void> {
  await tx.$executeRaw`select pg_advisory_xact_lock(hashtextextended(${`feedback:${tenantId}`}, 0))`;
}

/** Adds the report's provider and fingerprint to its issue, unless another has both already. */
export async function learnFrom(
  tx: Tx,
  tenantId: string,
  { provider, issue, prints }: { provider: string | null; issue: IssueFacts; prints: Prints },
): Promise<void> {
  const isNews = issue.provider === null && provider !== null;
  if (!isNews && issue.fingerprintVersion === FINGERPRINT_VERSION) return;
  await lockIssueNumbers(tx, tenantId);
  // Locks in id order, like all code that locks several, because the report also counts for the
  // merge target. Takes the strongest lock at once: a later upgrade for a new fingerprint could
  // deadlock.
  await tx.$executeRaw`
    select 1 from feedback_issues where tenant_id = ${tenantId}::uuid and id in (${issue.joins}::uuid, ${issue.id}::uuid)
    order by id for update`;
  await tx.$executeRaw`
    update feedback_issues i set provider = n.provider, fingerprint = n.fingerprint, fingerprint_version = ${FINGERPRINT_VERSION}::int
    from (select ${issue.provider ?? provider}::text as provider, ${prints.present}::text as fingerprint) n
    where i.tenant_id = ${tenantId}::uuid and i.id = ${issue.joins}::uuid
      and not exists (select 1 from feedback_issues o where o.tenant_id = i.tenant_id and o.id <> i.id
                        and o.fingerprint = n.fingerprint and o.provider is not distinct from n.provider)`;
}

export async function insertReport(
  tx: Tx,
  scope: GatewayScope,
  input: SubmitFeedback,
  { id, tenantId, issueId }: { id: string; tenantId: string; issueId: string },
): Promise<void> {
  await tx.$executeRaw`
    insert into feedback_submissions (id, tenant_id, gateway_id, issue_id, external_id, attempted_action, expected_outcome,
                                      actual_outcome, tool_called, provider, error_seen, severity, rationale,
                                      suggested_improvement, agent, session_id, call_id, occurred_at)
    values (${id}::uuid, ${tenantId}::uuid, ${scope.actor.id}::uuid, ${issueId}::uuid, ${input.id}, ${input.attemptedAction},
            ${input.expectedOutcome}, ${input.actualOutcome}, ${input.toolCalled}, ${input.provider}, ${input.errorSeen},
            ${input.severity}, ${input.rationale}, ${input.suggestedImprovement}, ${input.agent}, ${input.sessionId}, ${input.callId},
            ${input.occurredAt ? new Date(input.occurredAt) : null}::timestamptz)`;
}
