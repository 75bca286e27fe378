import { feedbackFingerprint, issueTitle } from "@/lib/feedback/rules";
import { Chance } from "../chance/rules";
import { gatewayOf, type Plan, type PlannedTenant } from "../plan/rules";
import type { RowOf } from "../rows/schema";
import { sessionOf } from "../session/rules";
import type { Deed } from "../trail/rules";
import { byPerson } from "../trail/rules";
import { PROBLEMS } from "./problems/rules";
import type { Problem } from "./schema";
import { UTTERANCES } from "./utterances/rules";

export type Reports = {
  issues: RowOf<"feedback_issues">[];
  submissions: RowOf<"feedback_submissions">[];
  corrections: RowOf<"corrections">[];
};

const DAY_MS = 86_400_000;
// Sessions looked at to find one of the right kind.
const TRIES = 40;

/** What agents of a tenant reported, and what its people answered. */
export function reportsOf(plan: Plan, tenant: PlannedTenant): Reports {
  const mine = PROBLEMS.filter((problem) => problem.company === tenant.key);
  const told = mine.map((problem, index) => reportsOn(plan, tenant, problem, index + 1));
  return {
    issues: told.map(({ issue }) => issue),
    submissions: told.flatMap(({ submissions }) => submissions),
    corrections: correctionsOf(plan, tenant),
  };
}

function reportsOn(plan: Plan, tenant: PlannedTenant, problem: Problem, number: number) {
  const chance = new Chance(`${plan.seed}/reports/${tenant.key}/${number}`);
  const anchor = plan.anchor.getTime();
  const from = anchor - problem.daysAgo * DAY_MS;
  const until = problem.state === "resolved" ? anchor - problem.daysAgo * 0.4 * DAY_MS : anchor - 40 * 60_000;
  const times = Array.from({ length: problem.reports }, () => from + chance.next() * (until - from)).sort(
    (a, b) => a - b,
  );
  const begin = times[0] ?? from;
  const gatewayId = gatewayOf(plan, tenant.id, problem.provider).id;
  const said = {
    provider: problem.provider,
    toolCalled: problem.tool,
    errorSeen: problem.error,
    actualOutcome: problem.actual,
  };
  const issueId = chance.id(begin);
  const issue: RowOf<"feedback_issues"> = {
    id: issueId,
    tenant_id: tenant.id,
    number,
    title: issueTitle(said),
    state: problem.state,
    provider: problem.provider,
    tool: problem.tool,
    fingerprint: feedbackFingerprint(said),
    answer: problem.answer ?? null,
    workaround: problem.workaround ?? null,
    fixed_in: problem.fixedIn ?? null,
    created_at: new Date(begin),
    updated_at: new Date(answeredAt(problem, anchor) ?? begin),
  };
  const submissions = times.map((at) => reportRow(plan, { tenant, problem, gatewayId, issueId, chance }, at));
  return { issue, submissions };
}

type Reported = {
  tenant: PlannedTenant;
  problem: Problem;
  gatewayId: string;
  issueId: string;
  chance: Chance;
};

function reportRow(
  plan: Plan,
  { tenant, problem, gatewayId, issueId, chance }: Reported,
  at: number,
): RowOf<"feedback_submissions"> {
  const session = aSession(plan, tenant, problem.provider, at, chance);
  return {
    id: chance.id(at),
    tenant_id: tenant.id,
    gateway_id: gatewayId,
    issue_id: issueId,
    attempted_action: chance.pick(problem.attempted),
    expected_outcome: problem.expected,
    actual_outcome: problem.actual,
    tool_called: problem.tool,
    provider: problem.provider,
    error_seen: problem.error ?? null,
    severity: chance.maybe(0.8) ? problem.severity : chance.pick(["low", "med", "high"]),
    rationale: "It kept me from finishing what I was asked to do, and others will meet it too.",
    suggested_improvement: chance.maybe(0.6) ? (problem.suggestion ?? null) : null,
    agent: session?.agent.name ?? "claude-code",
    session_id: session?.id ?? null,
    occurred_at: new Date(at - 4_000),
    created_at: new Date(at),
  };
}

/** A session of about that time in which the provider was used. */
function aSession(plan: Plan, tenant: PlannedTenant, provider: string, at: number, chance: Chance) {
  if (plan.sessions.plain === 0) return null;
  const share = (at - plan.begin.getTime()) / (plan.anchor.getTime() - plan.begin.getTime());
  const middle = Math.floor(share * plan.sessions.plain);
  for (let i = 0; i < TRIES; i += 1) {
    const index = Math.min(plan.sessions.plain - 1, Math.max(0, middle + chance.int(-TRIES, TRIES)));
    const session = sessionOf(plan, "plain", index);
    if (session.tenant.id === tenant.id && session.steps.some((step) => step.provider === provider))
      return session;
  }
  return null;
}

function answeredAt(problem: Problem, anchor: number): number | null {
  if (!problem.answer && !problem.workaround && !problem.fixedIn) return null;
  return anchor - problem.daysAgo * 0.5 * DAY_MS;
}

/** That people answered, for the trail. */
export function answersOf(plan: Plan, tenant: PlannedTenant, { issues }: Reports): Deed[] {
  const mine = PROBLEMS.filter((problem) => problem.company === tenant.key);
  return mine.flatMap((problem, index): Deed[] => {
    const at = answeredAt(problem, plan.anchor.getTime());
    const issue = issues[index];
    const by = tenant.people[index % tenant.people.length];
    if (at === null || !issue || !by) return [];
    const to = {
      answer: problem.answer ?? null,
      workaround: problem.workaround ?? null,
      fixedIn: problem.fixedIn ?? null,
    };
    const from = { answer: null, workaround: null, fixedIn: null };
    return [
      {
        at,
        by: byPerson(by),
        action: "issue.answered",
        subject: { kind: "issue", id: String(issue.id) },
        details: { from, to },
      },
    ];
  });
}

/** What users said when an output was wrong, in their own words. */
function correctionsOf(plan: Plan, tenant: PlannedTenant): RowOf<"corrections">[] {
  const chance = new Chance(`${plan.seed}/corrections/${tenant.key}`);
  return UTTERANCES.filter(({ company }) => company === tenant.key).flatMap(({ provider, tool, said }) => {
    const at = plan.anchor.getTime() - chance.int(1, 40) * DAY_MS - chance.int(0, DAY_MS);
    const session = aSession(plan, tenant, provider, at, chance);
    if (!session) return [];
    const when = new Date(session.at + chance.int(60_000, 900_000));
    return [
      {
        id: chance.id(when.getTime()),
        tenant_id: tenant.id,
        gateway_id: gatewayOf(plan, tenant.id, provider).id,
        tool,
        session_id: session.id,
        call_id: null,
        utterance: said,
        occurred_at: when,
        created_at: when,
      },
    ];
  });
}
