import { recordActivities } from "@/lib/activity/record";
import { requireRole } from "@/lib/auth/guards";
import { change, read, type Tx } from "@/lib/core/db";
import { DomainError, invalid } from "@/lib/core/errors";
import { newId } from "@/lib/core/ids";
import type { UserScope } from "@/lib/core/scope";
import type { FeedbackIssue } from "@/lib/generated/prisma/client";
import { addCommentIn } from "../comments/commands";
import { COMMENTERS } from "../comments/types";
import { findIssue } from "../queries";
import type { IssueState } from "../types";
import { lockIssues, type Names, refusalOf, triageIn, triageIssues } from "./commands";
import { mergeIssues, targetOf } from "./merge";
import { moveReports } from "./move";
import type { TriageOutcome } from "./outcome";
import { partIssues } from "./part";
import { verbTo } from "./rules";
import type { PatchIssue, TriageInput } from "./schema";

type Act = TriageInput extends infer One ? (One extends TriageInput ? Omit<One, "items"> : never) : never;

/**
 * Applies all requested changes to one issue, or none.
 * @param ref FB-12@acme, or an id
 * @throws DomainError FORBIDDEN, NOT_FOUND, VALIDATION_ERROR; CONFLICT for a state that cannot be
 * reached from the present one; STALE_VIEW when it changed after `seen`
 */
export async function patchIssue(scope: UserScope, ref: string, input: PatchIssue): Promise<{ id: string }> {
  const { comment, seen: _, ...triage } = input;
  const only = comment !== undefined && Object.keys(triage).length === 0;
  requireRole(scope, ...(only ? COMMENTERS : (["admin", "triager"] as const)));
  const regrouped = await regroup(scope, ref, input);
  if (regrouped) return regrouped;
  return change(scope, async (tx) => {
    const found = await findIssue(tx, scope, ref);
    if (!found) throw new DomainError("NOT_FOUND", "There is no such issue. Nothing was done.");
    const { id } = found;
    await lockIssues(tx, scope, [id]);
    const issue = await tx.feedbackIssue.findFirstOrThrow({ where: { tenantId: found.tenantId, id } });
    let seen = input.seen === undefined ? issue.updatedAt : new Date(input.seen);
    if (seen.getTime() !== issue.updatedAt.getTime())
      throw refusalOf({ id, why: "changed", state: issue.state as IssueState });
    const deeds = [];
    for (const act of await actsOf(tx, input, issue)) {
      const one = { ...act, items: [{ id, seen: seen.toISOString() }] } as TriageInput;
      const done = await triageIn(tx, scope, one, NAMES);
      const [left] = done.outcome.left;
      if (left) throw refusalOf(left);
      seen = done.outcome.done[0]?.updatedAt ?? seen;
      deeds.push(...done.deeds);
    }
    if (comment !== undefined) {
      const written = await addCommentIn(tx, scope, { issueId: id, text: comment }, "/comment");
      deeds.push(...written.deeds);
    }
    await recordActivities(tx, scope, deeds);
    return { id };
  });
}

/** Changes of grouping, which must come alone. Null for other changes. */
async function regroup(scope: UserScope, ref: string, input: PatchIssue): Promise<{ id: string } | null> {
  const { merged_into: into, not_same_as: other, move, seen } = input;
  if (into === undefined && other === undefined && move === undefined) return null;
  const named = into ?? other ?? move?.into;
  try {
    const { own, target } = await read(scope, async (tx) => {
      const found = await findIssue(tx, scope, ref);
      if (!found) throw refusalOf({ id: ref, why: "gone", state: null });
      return { own: found, target: named ? await targetOf(tx, scope, named) : null };
    });
    const { id, updatedAt } = own;
    if (seen !== undefined && new Date(seen).getTime() !== updatedAt.getTime())
      throw refusalOf({ id, why: "changed", state: null });
    if (other !== undefined && (target?.id === id || target?.tenantId !== own.tenantId))
      throw invalid("/into", "not_other", "Name another issue of the same tenant. Nothing was done.");
    if (into !== undefined && own.mergedInto === (target?.id ?? null)) return { id };
    const item = { id, seen: updatedAt.toISOString() };
    const [left] = (await regrouped(scope, { input, item, into: target?.id ?? null })).left;
    if (left) throw refusalOf(left);
    return { id };
  } catch (error) {
    throw error instanceof DomainError ? inWordsOf(input, error) : error;
  }
}

type Regrouping = { input: PatchIssue; item: { id: string; seen: string }; into: string | null };

function regrouped(scope: UserScope, { input, item, into }: Regrouping): Promise<TriageOutcome> {
  if (input.move) return moveReports(scope, { item, into, reports: input.move.reports });
  if (into === null) return triageIssues(scope, { verb: "unmerge", items: [item] });
  if (input.not_same_as !== undefined) return partIssues(scope, { id: item.id, other: into });
  return mergeIssues(scope, { into, items: [item] });
}

function inWordsOf(input: PatchIssue, { code, message, details }: DomainError): DomainError {
  const into = input.move ? "/move/into" : input.not_same_as === undefined ? "/merged_into" : "/not_same_as";
  const errors = details.errors?.map((one) => ({
    ...one,
    pointer: one.pointer === "/into" ? into : input.move ? `/move${one.pointer}` : one.pointer,
  }));
  return new DomainError(code, message, { ...details, errors });
}

const NAMES: Names = { until: "/snooze/until", assignee: "/assignee" };

/** The requested changes that differ from the current state. */
async function actsOf(tx: Tx, input: PatchIssue, issue: FeedbackIssue): Promise<Act[]> {
  const { priority, claim, labels, assignee, answer, tracker } = input;
  const acts: Act[] = stateActs(input, issue);
  if (priority !== undefined && priority !== issue.priority) acts.push({ verb: "prioritize", priority });
  if (claim !== undefined && claim !== issue.claim) acts.push({ verb: "verify", claim });
  if (labels !== undefined && labels.join() !== issue.labels.join()) acts.push({ verb: "label", labels });
  const assigneeId = assignee ? await userOf(tx, assignee) : null;
  if (assignee !== undefined && assigneeId !== issue.assigneeId) acts.push({ verb: "assign", assigneeId });
  const url = tracker?.url ?? null;
  if (tracker !== undefined && url !== issue.trackerUrl) acts.push({ verb: "track", url });
  if (answer) {
    const { message, workaround, fixed_in: fixedIn } = answer;
    acts.push({ verb: "answer", message, workaround, fixedIn });
  }
  return acts;
}

const GOES_WITH = { fixed_in: "resolved", reason: "declined", snooze: "snoozed" } as const;

/** Refuses a state's members without that state, or if it is already set. */
function stateActs(input: PatchIssue, issue: FeedbackIssue): Act[] {
  const from = (input.wake && issue.returnsTo ? issue.returnsTo : issue.state) as IssueState;
  const to = input.state;
  for (const [member, state] of Object.entries(GOES_WITH))
    if (input[member as keyof typeof GOES_WITH] !== undefined && to !== state)
      throw invalid(`/${member}`, "without_state", `This goes with the state ${state}. Nothing was done.`);
  const more = Object.keys(GOES_WITH).some((member) => input[member as keyof typeof GOES_WITH] !== undefined);
  const acts: Act[] = input.wake ? [{ verb: "wake" }] : [];
  if (to !== undefined && (to !== from || more)) acts.push(stateAct(input, { to, from, issue }));
  return acts;
}

function stateAct(
  { reason, snooze, fixed_in: fixedIn }: PatchIssue,
  { to, from, issue }: { to: IssueState; from: IssueState; issue: FeedbackIssue },
): Act {
  if (to === "declined" && reason === undefined)
    throw invalid("/reason", "missing", "Say why it is declined. Nothing was done.");
  if (to === "snoozed" && snooze === undefined)
    throw invalid("/snooze", "missing", "Say what ends the snooze. Nothing was done.");
  const verb = verbTo(from, to);
  if (verb === null) throw refusalOf({ id: issue.id, why: "state", state: from });
  if (verb === "decline" && reason) return { verb, reason };
  if (verb === "snooze" && snooze) return { verb, conditions: snooze };
  if (verb === "resolve") return { verb, fixedIn: fixedIn ?? issue.fixedIn };
  return { verb } as Act;
}

/** The user of an address. An unused id if there is none, so that a caller cannot find out. */
async function userOf(tx: Tx, email: string): Promise<string> {
  const user = await tx.user.findUnique({ where: { email: email.toLowerCase() }, select: { id: true } });
  return user?.id ?? newId();
}
