import { policyChanges } from "@/lib/approvals/policies/commands";
import { currentPolicies } from "@/lib/approvals/policies/queries";
import { compilePolicies } from "@/lib/approvals/policies/rules";
import {
  type CallOutcome,
  type Policy,
  type PolicyPreview,
  PREVIEW_CALLS_MAX,
  PREVIEW_DAYS,
} from "@/lib/approvals/policies/types";
import { databaseNow } from "@/lib/core/clock";
import { read } from "@/lib/core/db";
import { firstIdOfDay } from "@/lib/core/ids";
import type { RiskWord } from "@/lib/core/risk";
import type { Scope } from "@/lib/core/scope";
import { sharing } from "@/lib/core/turns";
import { Prisma } from "@/lib/generated/prisma/client";
import { assertMayAdministerAll } from "@/lib/tenants/rules";
import { RULES_IN_FORCE } from "@/lib/tools/by-rule/queries";
import { ruleForName } from "@/lib/tools/by-rule/rules";
import type { RatingRule } from "@/lib/tools/by-rule/types";
import { candidatesOf, type RatedRow, toolForCall } from "@/lib/tools/queries";
import { asksForArguments, judgeStored, outcomeOfReport, PreviewSums, type StoredCall } from "./rules";

// Calls that one statement reads, and what all of them may cost: arguments have up to 256 KiB each.
const CALLS_AT_ONCE = 500;
const BYTES_MAX = 64 * 1024 * 1024;
const MILLISECONDS_MAX = 8_000;
// So that one tenant with many calls does not hide the others.
const REPORTS_OF_TENANT_MAX = 5_000;

const DAY_MS = 86_400_000;

/**
 * What policies would have done with the calls of the last days, of those that were stored; nothing is changed. It reads the newest
 * calls until it reaches a bound, and says so.
 * @throws DomainError FORBIDDEN
 */
export async function previewPolicies(
  scope: Scope,
  { policies }: { policies: readonly Policy[] },
): Promise<PolicyPreview> {
  assertMayAdministerAll(scope, "try policies for every tenant");
  const { until, current } = await read(scope, async (tx) => ({
    until: await databaseNow(tx),
    current: await currentPolicies(tx),
  }));
  const since = new Date(until.getTime() - PREVIEW_DAYS * DAY_MS);
  const compiled = compilePolicies(policies);
  const sums = new PreviewSums();
  const look = { since, withArguments: asksForArguments(policies) };
  let withoutArguments = 0;
  const reading = new Reading(scope, look);
  const turn = sharing();
  for await (const call of reading.calls()) {
    await turn();
    if (look.withArguments && call.argumentsText === null) withoutArguments += 1;
    sums.add(call, judgeStored(compiled, call));
  }
  return {
    since,
    until,
    complete: reading.complete,
    ...sums.all,
    notStored: { arguments: withoutArguments },
    ...sums.listed(),
    changes: policyChanges(current?.policies ?? [], policies),
  };
}

type Look = { since: Date; withArguments: boolean };

type CallRow = Omit<StoredCall, "kind" | "risk" | "before" | "unguided"> & {
  risk: RiskWord | null;
  heldBecause: string | null;
  outcome: string | null;
  autoApproveHighRisk: boolean;
  candidates: RatedRow[] | null;
  rules: RatingRule[] | null;
};

/** Reads stored calls, held ones and reported ones, each newest first, batch by batch and within bounds. */
class Reading {
  complete = true;
  private left = PREVIEW_CALLS_MAX;
  private bytes = 0;
  private readonly startedAt = performance.now();

  constructor(
    private readonly scope: Scope,
    private readonly look: Look,
  ) {}

  async *calls(): AsyncGenerator<StoredCall> {
    yield* this.of((after) => judged(approvalsOf(this.look, after), Prisma.sql`c.id desc`));
    yield* this.of((after) => judged(reportsOf(this.look, after), Prisma.sql`c.at desc, c.id desc`));
  }

  private async *of(statement: (after: CallRow | undefined) => Prisma.Sql): AsyncGenerator<StoredCall> {
    let last: CallRow | undefined;
    for (;;) {
      const rows = await read(this.scope, (tx) => tx.$queryRaw<CallRow[]>(statement(last)));
      for (const row of rows) yield storedCall(row);
      last = rows.at(-1);
      this.left -= rows.length;
      this.bytes += rows.reduce((sum, { argumentsText }) => sum + (argumentsText?.length ?? 0), 0);
      if (rows.length < CALLS_AT_ONCE) return;
      if (this.left <= 0 || this.bytes > BYTES_MAX || this.isLate()) {
        this.complete = false;
        return;
      }
    }
  }

  private isLate(): boolean {
    return performance.now() - this.startedAt > MILLISECONDS_MAX;
  }
}

const argumentsOf = ({ withArguments }: Look) =>
  withArguments ? Prisma.sql`c.arguments_text` : Prisma.sql`null::text`;

/** Calls that were held, let through on record, or refused. */
const approvalsOf = (look: Look, after: CallRow | undefined) => Prisma.sql`
  select c.id, c.created_at as at, c.tenant_id, c.gateway_id, c.provider, c.tool, c.agent, c.model, c.on_behalf_of, c.risk,
         ${argumentsOf(look)} as arguments_text, c.held_because, null::text as outcome
  from approvals c where c.id >= ${firstIdOfDay(look.since.toISOString().slice(0, 10))}::uuid
    and c.created_at >= ${look.since}
    ${after ? Prisma.sql`and c.id < ${after.id}::uuid` : Prisma.empty}
  order by c.id desc limit ${CALLS_AT_ONCE}`;

/** Calls that gateways reported and that no approval stands for. */
const reportsOf = (look: Look, after: CallRow | undefined) => Prisma.sql`
  select c.id, c.occurred_at as at, c.tenant_id, c.gateway_id, c.provider, c.tool, c.agent, c.model, c.on_behalf_of, c.risk,
         ${argumentsOf(look)} as arguments_text, null::text as held_because, c.outcome
  from tenants t cross join lateral (
    select c.* from tool_calls c where c.tenant_id = t.id and c.occurred_at >= ${look.since}
      ${after ? Prisma.sql`and (c.occurred_at, c.id) < (${after.at}, ${after.id}::uuid)` : Prisma.empty}
    order by c.occurred_at desc, c.id desc limit ${REPORTS_OF_TENANT_MAX}) c
  where c.approval_id is null order by c.occurred_at desc, c.id desc limit ${CALLS_AT_ONCE}`;

/** With the names of where they belong, and what is said of the tool's risk today. */
const judged = (calls: Prisma.Sql, order: Prisma.Sql) => Prisma.sql`
  with c as materialized (${calls})
  select c.id, c.at, t.key as tenant, g.name as gateway, c.provider, c.tool, c.agent, c.model, c.on_behalf_of as "onBehalfOf",
         c.risk::text as risk, c.arguments_text as "argumentsText", c.held_because as "heldBecause", c.outcome,
         s.auto_approve_high_risk as "autoApproveHighRisk", k.candidates,
         case when k.candidates is null then ${RULES_IN_FORCE} end as rules
  from c join tenants t on t.id = c.tenant_id join tenant_settings s on s.tenant_id = t.id join gateways g on g.id = c.gateway_id
    cross join lateral (select ${candidatesOf({
      gateway: Prisma.sql`c.gateway_id`,
      tenant: Prisma.sql`c.tenant_id`,
      provider: Prisma.sql`c.provider`,
      name: Prisma.sql`c.tool`,
    })} as candidates) k
  order by ${order}`;

const LET_THROUGH = ["auto_approved", "confirmed", "policy"];

function storedCall({
  heldBecause,
  outcome,
  candidates,
  rules,
  autoApproveHighRisk,
  ...row
}: CallRow): StoredCall {
  const rule = rules && ruleForName(rules, row.provider, row.tool);
  const { tool, risk, requiresConfirmation } = toolForCall(candidates, row.risk, rule);
  const waits = requiresConfirmation && !(autoApproveHighRisk && risk !== "critical");
  const before = outcome === null ? outcomeOfHeld(heldBecause) : outcomeOfReport(outcome);
  const byPolicy = heldBecause?.startsWith("policy") ?? false;
  const unguided: CallOutcome = byPolicy ? (waits ? "wait" : "pass") : before;
  const kind = outcome === null ? "approval" : "tool_call";
  return { ...row, provider: row.provider ?? tool?.provider ?? null, kind, risk, before, unguided };
}

function outcomeOfHeld(heldBecause: string | null): CallOutcome {
  if (heldBecause === "policy_denied") return "deny";
  return heldBecause !== null && LET_THROUGH.includes(heldBecause) ? "pass" : "wait";
}
