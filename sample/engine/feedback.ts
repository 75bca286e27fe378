import { FINGERPRINT_VERSION, feedbackFingerprint, issueTitle } from "@/lib/feedback/rules";
import { DEEDS } from "@/lib/feedback/triage/deeds";
import { isFor, TRANSITIONS } from "@/lib/feedback/triage/rules";
import type { StateVerb } from "@/lib/feedback/triage/types";
import { type IssueState, SEVERITIES } from "@/lib/feedback/types";
import { Chance } from "./chance";
import { DAY_MS, gatewayOf, type Plan, type PlannedTenant } from "./plan";
import type { RowOf, Rows } from "./rows";
import { type Session, sessionOf } from "./session";
import { partsOfTool } from "./story";
import { byPerson, type Deed } from "./trail";

// Sessions to search for one of the right kind.
const TRIES = 40;
/** Verbs that bring an issue to its state; a reopened one came back by a later report. */
const PATHS: Readonly<Record<string, readonly (StateVerb | "regress")[]>> = {
  accepted: ["accept"],
  in_progress: ["accept", "start"],
  resolved: ["accept", "start", "resolve"],
  regressed: ["accept", "resolve", "regress"],
  declined: ["decline"],
  needs_info: ["ask"],
  snoozed: ["snooze"],
};

type Step = { action: string; state: { from: string; to: string } };

/** The acts that lead to a state, as the product's rules allow. */
function stepsTo(state: string): Step[] {
  let from: IssueState = "new";
  const steps = (PATHS[state] ?? []).map((verb): Step => {
    const back = verb === "regress";
    const to = back ? "regressed" : TRANSITIONS[verb].to;
    if (to === "before" || (back ? from !== "resolved" : !isFor(verb, from)))
      throw new Error(`${verb} does not follow ${from}`);
    const step = { action: back ? "issue.regressed" : DEEDS[verb], state: { from, to } };
    from = to;
    return step;
  });
  if (from !== state) throw new Error(`no verbs lead to ${state}`);
  return steps;
}

const SNOOZED_DAYS = 10;
const PRIORITY: Readonly<Record<string, string>> = { low: "low", med: "medium", high: "high" };
const RATIONALE = "It kept me from finishing what I was asked to do, and others will meet it too.";

/** Reports of a tenant's agents, and corrections by its users. */
export function feedbackRows(plan: Plan, tenant: PlannedTenant): Rows {
  const told = issuesOf(plan, tenant);
  return {
    FeedbackIssue: told.map(({ issue }) => issue),
    FeedbackSubmission: told.flatMap((one) => one.times.map((at) => reportRow(plan, tenant, one, at))),
    Correction: correctionRows(plan, tenant),
  };
}

type Told = ReturnType<typeof issuesOf>[number];

function issuesOf(plan: Plan, tenant: PlannedTenant) {
  return (plan.world.problems[tenant.key] ?? []).map((problem, index) => {
    const chance = new Chance(`${plan.seed}/reports/${tenant.key}/${index + 1}`);
    const { seen, answer, workaround, fixedIn, error, actual } = problem;
    const ago = (share: number) => plan.anchor - seen.daysAgo * share * DAY_MS;
    const until = seen.state === "resolved" ? ago(0.4) : plan.anchor - 40 * 60_000;
    const moment = () => ago(1) + chance.next() * (until - ago(1));
    const times = Array.from({ length: seen.reports }, moment).sort((a, b) => a - b);
    const createdAt = times[0] ?? ago(1);
    const { provider, tool } = partsOfTool(problem.tool);
    const said = { provider, toolCalled: tool, errorSeen: error, actualOutcome: actual };
    const answeredAt = answer || workaround || fixedIn ? ago(0.5) : null;
    const steps = stepsTo(seen.state);
    const stepAt = (step: number) => ago(0.9 - (0.5 * step) / Math.max(1, steps.length));
    const changedAt = steps.length > 0 ? stepAt(steps.length) : createdAt;
    const issue = {
      id: chance.id(createdAt),
      tenantId: tenant.id,
      number: index + 1,
      state: seen.state,
      provider,
      tool,
      answer,
      workaround,
      fixedIn,
      declineReason: seen.state === "declined" ? "by_design" : null,
      fixedAt: seen.state === "resolved" ? changedAt : null,
      ...(seen.state === "snoozed" && {
        returnsTo: "new",
        snoozedAt: changedAt,
        snoozedUntil: plan.anchor + SNOOZED_DAYS * DAY_MS,
      }),
      priority: steps.length > 0 ? PRIORITY[seen.severity] : null,
      claim: steps.some(({ action }) => action === DEEDS.start) ? "reproduced" : "unverified",
      triagedAt: steps.length > 0 ? stepAt(1) : null,
      createdAt,
      comparedAt: createdAt,
      updatedAt: Math.max(answeredAt ?? createdAt, changedAt),
      title: issueTitle(said),
      fingerprint: feedbackFingerprint(said),
      fingerprintVersion: FINGERPRINT_VERSION,
    };
    return { problem, said, issue, answeredAt, steps, stepAt, times, chance };
  });
}

function reportRow(
  plan: Plan,
  tenant: PlannedTenant,
  { problem, said, issue, chance }: Told,
  at: number,
): RowOf<"FeedbackSubmission"> {
  const session = aSession(plan, tenant, said.provider, at, chance);
  return {
    ...said,
    id: chance.id(at),
    tenantId: tenant.id,
    gatewayId: gatewayOf(plan, tenant.id, said.provider).id,
    issueId: issue.id,
    attemptedAction: chance.pick(problem.attempted),
    expectedOutcome: problem.expected,
    severity: chance.maybe(0.8) ? problem.seen.severity : chance.pick(SEVERITIES),
    rationale: RATIONALE,
    suggestedImprovement: chance.maybe(0.6) ? problem.suggestion : null,
    agent: session?.who.agent ?? "claude-code",
    sessionId: session?.who.sessionId,
    occurredAt: at - 4_000,
    createdAt: at,
  };
}

/** A session around that time that used the provider. */
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

/** Audit entries for answers of people. */
export function answersOf(plan: Plan, tenant: PlannedTenant): Deed[] {
  const from = { answer: null, workaround: null, fixedIn: null };
  return issuesOf(plan, tenant).flatMap(({ problem, issue, answeredAt: at }, index): Deed[] => {
    const by = tenant.people[index % tenant.people.length];
    if (at === null || !by) return [];
    const { answer = null, workaround = null, fixedIn = null } = problem;
    const subject = { kind: "issue", id: issue.id };
    const details = { from, to: { answer, workaround, fixedIn } };
    return [{ at, by: byPerson(by), action: "issue.answered", subject, details }];
  });
}

/** Audit entries for acts on issues; reopening was automatic. */
export function triageOf(plan: Plan, tenant: PlannedTenant): Deed[] {
  return issuesOf(plan, tenant).flatMap(({ issue, steps, stepAt }, index): Deed[] => {
    const person = tenant.people[index % tenant.people.length];
    if (!person) return [];
    return steps.map(({ action, state }, step) => {
      const by =
        action === "issue.regressed"
          ? { kind: "system" as const, id: null, name: "feedback" }
          : byPerson(person);
      return {
        at: stepAt(step + 1),
        by,
        action,
        subject: { kind: "issue", id: issue.id },
        details: { state },
      };
    });
  });
}

function correctionRows(plan: Plan, tenant: PlannedTenant): RowOf<"Correction">[] {
  const chance = new Chance(`${plan.seed}/corrections/${tenant.key}`);
  return (plan.world.corrections[tenant.key] ?? []).flatMap(({ tool: name, said: utterance }) => {
    const { provider, tool } = partsOfTool(name);
    const at = plan.anchor - chance.int(1, 40) * DAY_MS - chance.int(0, DAY_MS);
    const session = aSession(plan, tenant, provider, at, chance);
    if (!session) return [];
    const occurredAt = session.at + chance.int(60_000, 900_000);
    const of = { ...session.who, gatewayId: gatewayOf(plan, tenant.id, provider).id };
    return [{ ...of, id: chance.id(occurredAt), tool, utterance, occurredAt, createdAt: occurredAt }];
  });
}
