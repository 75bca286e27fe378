import { databaseNow } from "@/lib/core/clock";
import { columns } from "@/lib/core/columns";
import { read } from "@/lib/core/db";
import { DAY_MS } from "@/lib/core/durations";
import { firstIdOfDay } from "@/lib/core/ids";
import { namedChanges } from "@/lib/core/named-changes";
import type { RiskWord } from "@/lib/core/risk";
import type { Scope } from "@/lib/core/scope";
import { sharing } from "@/lib/core/turns";
import { Prisma } from "@/lib/generated/prisma/client";
import { SAID_COLUMNS } from "@/lib/policies/call";
import { assertGroupsExist } from "@/lib/policies/groups";
import { currentPolicies } from "@/lib/policies/queries";
import { compilePolicies } from "@/lib/policies/rules";
import {
  type CallOutcome,
  type Policy,
  type PolicyPreview,
  PREVIEW_CALLS_MAX,
  PREVIEW_DAYS,
} from "@/lib/policies/types";
import { assertMayAdministerAll } from "@/lib/tenants/rules";
import { RULES_IN_FORCE } from "@/lib/tools/by-rule/queries";
import { ruleForName } from "@/lib/tools/by-rule/rules";
import type { RatingRule } from "@/lib/tools/by-rule/types";
import { candidatesOf, type RatedRow, toolForCall } from "@/lib/tools/queries";
import {
  asksForArguments,
  asksForFacts,
  type HeldAgainst,
  hasFacts,
  holdAgainst,
  judgeStored,
  outcomeOfReport,
  PreviewedBudgets,
  PreviewSums,
  type StoredCall,
} from "./rules";

// Calls per statement, and total bytes: arguments have up to 256 KiB each.
const CALLS_AT_ONCE = 500;
const BYTES_MAX = 64 * 1024 * 1024;
const MILLISECONDS_MAX = 8_000;

/**
 * The effect of policies on the stored calls of the last days; changes nothing. Reads the newest
 * calls up to a limit, which the result reports.
 * @throws DomainError FORBIDDEN, VALIDATION_ERROR for groups that are not there
 */
export async function previewPolicies(
  scope: Scope,
  { policies }: { policies: readonly Policy[] },
  { msMax = MILLISECONDS_MAX }: { msMax?: number } = {},
): Promise<PolicyPreview> {
  assertMayAdministerAll(scope, "try policies for every tenant");
  const { until, current } = await read(scope, async (tx) => {
    await assertGroupsExist(tx, policies);
    return { until: await databaseNow(tx), current: await currentPolicies(tx) };
  });
  const since = new Date(until.getTime() - PREVIEW_DAYS * DAY_MS);
  const compiled = compilePolicies(policies);
  const sums = new PreviewSums();
  const look = { since, withArguments: asksForArguments(policies), withFacts: asksForFacts(policies) };
  const notStored = { arguments: 0, facts: 0 };
  const reading = new Reading(scope, look, msMax);
  const turn = sharing();
  const budgets = new PreviewedBudgets();
  const later: HeldAgainst[] = [];
  for await (const call of reading.calls()) {
    await turn();
    if (look.withArguments && call.argumentsText === null) notStored.arguments += 1;
    if (look.withFacts && !hasFacts(call)) notStored.facts += 1;
    const held = holdAgainst(compiled, call);
    if (held.hasBudget) later.push(held);
    else sums.add(call, judgeStored(held, budgets));
  }
  // Budgets depend on earlier calls, so these are judged in order of time.
  for (const held of later.sort((a, b) => a.call.at.getTime() - b.call.at.getTime())) {
    await turn();
    sums.add(held.call, judgeStored(held, budgets));
  }
  return {
    since,
    until,
    complete: reading.complete,
    notStored,
    ...sums.told(),
    changes: namedChanges(current?.policies ?? [], policies),
  };
}

type Look = { since: Date; withArguments: boolean; withFacts: boolean };

type CallRow = Omit<StoredCall, "kind" | "risk" | "before" | "unguided" | "approved"> & {
  decision: string | null;
  risk: RiskWord | null;
  heldBecause: string | null;
  outcome: string | null;
  autoApproveHighRisk: boolean;
  candidates: RatedRow[] | null;
  rules: RatingRule[] | null;
};

/** Reads held and reported calls, each newest first, in batches within limits. */
class Reading {
  complete = true;
  private bytes = 0;
  private readonly startedAt = performance.now();

  constructor(
    private readonly scope: Scope,
    private readonly look: Look,
    private readonly msMax: number,
  ) {}

  async *calls(): AsyncGenerator<StoredCall> {
    yield* this.of((after) => judged(approvalsOf(this.look, after), Prisma.sql`c.id desc`));
    yield* this.of((after) => judged(reportsOf(this.look, after), Prisma.sql`c.at desc, c.id desc`));
  }

  private async *of(statement: (after: CallRow | undefined) => Prisma.Sql): AsyncGenerator<StoredCall> {
    let last: CallRow | undefined;
    let left = PREVIEW_CALLS_MAX;
    for (;;) {
      const rows = await read(this.scope, (tx) => tx.$queryRaw<CallRow[]>(statement(last)));
      for (const row of rows) yield storedCall(row);
      last = rows.at(-1);
      left -= rows.length;
      this.bytes += rows.reduce((sum, { argumentsText }) => sum + (argumentsText?.length ?? 0), 0);
      if (rows.length < CALLS_AT_ONCE) return;
      if (left <= 0 || this.bytes > BYTES_MAX || this.isLate()) {
        this.complete = false;
        return;
      }
    }
  }

  private isLate(): boolean {
    return performance.now() - this.startedAt > this.msMax;
  }
}

const argumentsOf = ({ withArguments }: Look) =>
  withArguments ? Prisma.sql`c.arguments_text` : Prisma.sql`null::text`;

const factsOf = ({ withFacts }: Look) => (withFacts ? Prisma.sql`c.facts` : Prisma.sql`null::jsonb`);

// A reported call's risk is its gateway's claim.
const REPORTED = columns("c", SAID_COLUMNS, { claimedRisk: "c.risk" });
const SAID_AGAIN = Prisma.raw(SAID_COLUMNS.map((name) => `c."${name}"`).join(", "));

const approvalsOf = (look: Look, after: CallRow | undefined) => Prisma.sql`
  select c.id, c.created_at as at, c.tenant_id, c.gateway_id, ${columns("c", SAID_COLUMNS)}, c.risk,
         ${argumentsOf(look)} as arguments_text, ${factsOf(look)} as facts, c.held_because, c.decision::text, null::text as outcome
  from approvals c where c.id >= ${firstIdOfDay(look.since.toISOString().slice(0, 10))}::uuid
    and c.created_at >= ${look.since}
    ${after ? Prisma.sql`and c.id < ${after.id}::uuid` : Prisma.empty}
  order by c.id desc limit ${CALLS_AT_ONCE}`;

/** Reported calls without an approval. Reads each tenant's from its own part of the index. */
const reportsOf = (look: Look, after: CallRow | undefined) => Prisma.sql`
  select c.id, c.occurred_at as at, c.tenant_id, c.gateway_id, ${REPORTED}, c.risk,
         ${argumentsOf(look)} as arguments_text, null::jsonb as facts, null::text as held_because, null::text as decision, c.outcome
  from tenants t cross join lateral (
    select c.* from tool_calls c where c.tenant_id = t.id and c.occurred_at >= ${look.since} and c.approval_id is null
      ${after ? Prisma.sql`and (c.occurred_at, c.id) < (${after.at}, ${after.id}::uuid)` : Prisma.empty}
    order by c.occurred_at desc, c.id desc limit ${CALLS_AT_ONCE}) c
  order by c.occurred_at desc, c.id desc limit ${CALLS_AT_ONCE}`;

/** Adds the names of their places, and the tool's current rating. */
const judged = (calls: Prisma.Sql, order: Prisma.Sql) => Prisma.sql`
  with c as materialized (${calls})
  select c.id, c.at, t.key as tenant, g.name as gateway, ${SAID_AGAIN},
         c.risk::text as risk, c.arguments_text as "argumentsText", c.facts, c.held_because as "heldBecause", c.decision, c.outcome,
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

const LET_THROUGH = ["auto_approved", "confirmed", "policy", "remembered"];

function storedCall({
  heldBecause,
  decision,
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
  const approved = before === "wait" && decision === "approved";
  const provider = row.provider ?? tool?.provider ?? null;
  return { ...row, provider, kind, risk, before, unguided, approved };
}

function outcomeOfHeld(heldBecause: string | null): CallOutcome {
  if (heldBecause === "policy_denied") return "deny";
  return heldBecause !== null && LET_THROUGH.includes(heldBecause) ? "pass" : "wait";
}
