import type { Tx } from "@/lib/core/db";
import type { GatewayScope } from "@/lib/core/scope";
import { noSuchTenant } from "@/lib/tenants/queries";
import { DEFAULT_TENANT_SETTINGS } from "@/lib/tenants/types";
import type { SubmitFeedback } from "./schema";
import type { IssueFacts } from "./types";

/** What a report is judged by. */
type ReportFacts = {
  tenant: { id: string; key: string; firstRowAt: Date | null };
  graceDays: number;
  now: Date;
  /** The issue of equal reports, if there was one when this was read. */
  issue: IssueFacts | null;
};

type FactsRow = { key: string; firstRowAt: Date | null; graceDays: number | null; now: Date } & (
  | (Omit<IssueFacts, "id"> & { issueId: string })
  | { issueId: null }
);

/**
 * Reads in one statement what a report is judged by.
 * @throws DomainError NOT_FOUND
 */
export async function readReportFacts(tx: Tx, tenantId: string, fingerprint: string): Promise<ReportFacts> {
  const [row] = await tx.$queryRaw<FactsRow[]>`
    select t.key, t.first_row_at as "firstRowAt", s.rationale_grace_days as "graceDays", clock_timestamp() as now,
           i.id as "issueId", i.number, i.title, i.state, i.answer, i.workaround, i.fixed_in as "fixedIn",
           i.last_seen_at as "lastSeenAt"
    from tenants t
    left join tenant_settings s on s.tenant_id = t.id
    left join feedback_issues i on i.tenant_id = t.id and i.fingerprint = ${fingerprint}
    where t.id = ${tenantId}::uuid`;
  if (!row) throw noSuchTenant(tenantId);
  const { key, firstRowAt, graceDays, now } = row;
  return {
    tenant: { id: tenantId, key, firstRowAt },
    graceDays: graceDays ?? DEFAULT_TENANT_SETTINGS.rationaleGraceDays,
    now,
    issue: row.issueId === null ? null : { ...row, id: row.issueId },
  };
}

/** Stores a report of an issue. */
export async function insertReport(
  tx: Tx,
  scope: GatewayScope,
  input: SubmitFeedback,
  { id, tenantId, issueId }: { id: string; tenantId: string; issueId: string },
): Promise<void> {
  await tx.$executeRaw`
    insert into feedback_submissions (id, tenant_id, gateway_id, issue_id, external_id, attempted_action, expected_outcome,
                                      actual_outcome, tool_called, provider, error_seen, severity, rationale,
                                      suggested_improvement, agent, session_id, occurred_at)
    values (${id}::uuid, ${tenantId}::uuid, ${scope.actor.id}::uuid, ${issueId}::uuid, ${input.id}, ${input.attemptedAction},
            ${input.expectedOutcome}, ${input.actualOutcome}, ${input.toolCalled}, ${input.provider}, ${input.errorSeen},
            ${input.severity}, ${input.rationale}, ${input.suggestedImprovement}, ${input.agent}, ${input.sessionId},
            ${input.occurredAt ? new Date(input.occurredAt) : null}::timestamptz)`;
}
