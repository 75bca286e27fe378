import { feedbackFingerprint, issueTitle } from "@/lib/feedback/rules";
import { SEVERITIES } from "@/lib/feedback/types";
import { Chance } from "./chance";
import { gatewayOf, type Plan, type PlannedTenant } from "./plan";
import type { RowOf, Rows } from "./rows";
import { type Session, sessionOf } from "./session";
import { byPerson, type Deed } from "./trail";
import { type Problem, partsOfTool } from "./world";

const DAY_MS = 86_400_000;
// Sessions looked at to find one of the right kind.
const TRIES = 40;
const RATIONALE = "It kept me from finishing what I was asked to do, and others will meet it too.";

/** What agents of a tenant reported, and what its users corrected. */
export function feedbackRows(plan: Plan, tenant: PlannedTenant): Rows {
  const told = issuesOf(plan, tenant);
  return {
    FeedbackIssue: told.map(({ issue }) => issue),
    FeedbackSubmission: told.flatMap((one) => one.times.map((at) => reportRow(plan, tenant, one, at))),
    Correction: correctionsOf(plan, tenant),
  };
}

type Told = { problem: Problem; issue: RowOf<"FeedbackIssue">; times: number[]; chance: Chance };

function issuesOf(plan: Plan, tenant: PlannedTenant): Told[] {
  return (plan.world.problems[tenant.key] ?? []).map((problem, index) => {
    const chance = new Chance(`${plan.seed}/reports/${tenant.key}/${index + 1}`);
    const { seen, answer, workaround, fixedIn, error, actual } = problem;
    const from = plan.anchor - seen.daysAgo * DAY_MS;
    const recent = plan.anchor - 40 * 60_000;
    const until = seen.state === "resolved" ? plan.anchor - seen.daysAgo * 0.4 * DAY_MS : recent;
    const moment = () => from + chance.next() * (until - from);
    const times = Array.from({ length: seen.reports }, moment).sort((a, b) => a - b);
    const begin = times[0] ?? from;
    const { provider, tool } = partsOfTool(problem.tool);
    const said = { provider, toolCalled: tool, errorSeen: error, actualOutcome: actual };
    const issue = {
      id: chance.id(begin),
      tenantId: tenant.id,
      number: index + 1,
      title: issueTitle(said),
      state: seen.state,
      provider,
      tool,
      fingerprint: feedbackFingerprint(said),
      answer,
      workaround,
      fixedIn,
      createdAt: new Date(begin),
      updatedAt: new Date(answeredAt(plan, problem) ?? begin),
    };
    return { problem, issue, times, chance };
  });
}

function reportRow(
  plan: Plan,
  tenant: PlannedTenant,
  { problem, issue, chance }: Told,
  at: number,
): RowOf<"FeedbackSubmission"> {
  const { provider, tool } = partsOfTool(problem.tool);
  const session = aSession(plan, tenant, provider, at, chance);
  return {
    id: chance.id(at),
    tenantId: tenant.id,
    gatewayId: gatewayOf(plan, tenant.id, provider).id,
    issueId: issue.id,
    attemptedAction: chance.pick(problem.attempted),
    expectedOutcome: problem.expected,
    actualOutcome: problem.actual,
    toolCalled: tool,
    provider,
    errorSeen: problem.error,
    severity: chance.maybe(0.8) ? problem.seen.severity : chance.pick(SEVERITIES),
    rationale: RATIONALE,
    suggestedImprovement: chance.maybe(0.6) ? problem.suggestion : null,
    agent: session?.agent.name ?? "claude-code",
    sessionId: session?.id,
    occurredAt: new Date(at - 4_000),
    createdAt: new Date(at),
  };
}

/** A session of about that time in which the provider was used. */
function aSession(
  plan: Plan,
  tenant: PlannedTenant,
  provider: string,
  at: number,
  chance: Chance,
): Session | null {
  const { plain } = plan.sessions;
  if (plain === 0) return null;
  const middle = Math.floor(((at - plan.begin) / (plan.anchor - plan.begin)) * plain);
  for (let i = 0; i < TRIES; i += 1) {
    const index = Math.min(plain - 1, Math.max(0, middle + chance.int(-TRIES, TRIES)));
    const session = sessionOf(plan, "plain", index);
    const uses = session.story.steps.some(({ tool }) => tool.startsWith(`${provider}/`));
    if (session.tenant.id === tenant.id && uses) return session;
  }
  return null;
}

function answeredAt(plan: Plan, { answer, workaround, fixedIn, seen }: Problem): number | null {
  return answer || workaround || fixedIn ? plan.anchor - seen.daysAgo * 0.5 * DAY_MS : null;
}

/** That people answered, for the trail. */
export function answersOf(plan: Plan, tenant: PlannedTenant): Deed[] {
  const from = { answer: null, workaround: null, fixedIn: null };
  return issuesOf(plan, tenant).flatMap(({ problem, issue }, index): Deed[] => {
    const at = answeredAt(plan, problem);
    const by = tenant.people[index % tenant.people.length];
    if (at === null || !by) return [];
    const { answer = null, workaround = null, fixedIn = null } = problem;
    const subject = { kind: "issue", id: issue.id };
    const details = { from, to: { answer, workaround, fixedIn } };
    return [{ at, by: byPerson(by), action: "issue.answered", subject, details }];
  });
}

function correctionsOf(plan: Plan, tenant: PlannedTenant): RowOf<"Correction">[] {
  const chance = new Chance(`${plan.seed}/corrections/${tenant.key}`);
  return (plan.world.corrections[tenant.key] ?? []).flatMap(({ tool: name, said }) => {
    const { provider, tool } = partsOfTool(name);
    const at = plan.anchor - chance.int(1, 40) * DAY_MS - chance.int(0, DAY_MS);
    const session = aSession(plan, tenant, provider, at, chance);
    if (!session) return [];
    const when = session.at + chance.int(60_000, 900_000);
    return [
      {
        id: chance.id(when),
        tenantId: tenant.id,
        gatewayId: gatewayOf(plan, tenant.id, provider).id,
        tool,
        sessionId: session.id,
        utterance: said,
        occurredAt: new Date(when),
        createdAt: new Date(when),
      },
    ];
  });
}
