import { recordActivities } from "@/lib/activity/record";
import { requireRole } from "@/lib/auth/guards";
import { change, type Tx } from "@/lib/core/db";
import { DomainError, invalid } from "@/lib/core/errors";
import type { UserScope } from "@/lib/core/scope";
import type { FeedbackIssue } from "@/lib/generated/prisma/client";
import { findIssue } from "../queries";
import type { IssueState } from "../types";
import { refusalOf, triageIn } from "./commands";
import { verbTo } from "./rules";
import type { PatchIssue, TriageInput } from "./schema";

type Act = TriageInput extends infer One ? (One extends TriageInput ? Omit<One, "items"> : never) : never;

/**
 * Does all that is asked for with one issue, or nothing.
 * @param ref FB-12@acme, or an id
 * @throws DomainError FORBIDDEN, NOT_FOUND, VALIDATION_ERROR; CONFLICT for a state that cannot be reached from the present one;
 * STALE_VIEW when it changed after `seen`
 */
export async function patchIssue(scope: UserScope, ref: string, input: PatchIssue): Promise<{ id: string }> {
  requireRole(scope, "admin", "triager");
  return change(scope, async (tx) => {
    const issue = await findIssue(tx, scope, ref);
    if (!issue) throw new DomainError("NOT_FOUND", "There is no such issue. Nothing was done.");
    const { id } = issue;
    let seen = input.seen === undefined ? issue.updatedAt : new Date(input.seen);
    const deeds = [];
    for (const act of await actsOf(tx, input, issue)) {
      const done = await triageIn(tx, scope, {
        ...act,
        items: [{ id, seen: seen.toISOString() }],
      } as TriageInput);
      const [left] = done.outcome.left;
      if (left) throw refusalOf(left);
      seen = done.outcome.done[0]?.updatedAt ?? seen;
      deeds.push(...done.deeds);
    }
    await recordActivities(tx, scope, deeds);
    return { id };
  });
}

async function actsOf(tx: Tx, input: PatchIssue, issue: FeedbackIssue): Promise<Act[]> {
  const { priority, claim, labels, assignee } = input;
  const acts: Act[] = [];
  if (input.wake) acts.push({ verb: "wake" });
  const from = (input.wake && issue.returnsTo ? issue.returnsTo : issue.state) as IssueState;
  if (input.state !== undefined && input.state !== from) acts.push(stateAct(input, input.state, from));
  else assertWithState(input);
  if (priority !== undefined) acts.push({ verb: "prioritize", priority });
  if (claim !== undefined) acts.push({ verb: "verify", claim });
  if (labels !== undefined) acts.push({ verb: "label", labels });
  if (assignee !== undefined)
    acts.push({ verb: "assign", assigneeId: assignee === null ? null : await userOf(tx, assignee) });
  return acts;
}

/** What belongs to a state is refused without it, rather than ignored. */
function assertWithState(input: PatchIssue): void {
  const needs = { fixed_in: "resolved", reason: "declined", snooze: "snoozed" } as const;
  for (const [member, state] of Object.entries(needs))
    if (input[member as keyof typeof needs] !== undefined && input.state !== state)
      throw invalid(`/${member}`, "without_state", `This goes with the state ${state}. Nothing was done.`);
}

function stateAct(input: PatchIssue, to: IssueState, from: IssueState): Act {
  assertWithState(input);
  const { reason, snooze } = input;
  if (to === "declined" && reason === undefined)
    throw invalid("/reason", "missing", "Say why it is declined. Nothing was done.");
  if (to === "snoozed" && snooze === undefined)
    throw invalid("/snooze", "missing", "Say what ends the snooze. Nothing was done.");
  const verb = verbTo(from, to);
  if (verb === null) throw refusalOf({ id: "", why: "state", state: from });
  if (verb === "decline" && reason) return { verb, reason };
  if (verb === "snooze" && snooze) return { verb, conditions: snooze };
  if (verb === "resolve") return { verb, fixedIn: input.fixed_in ?? null };
  return { verb } as Act;
}

async function userOf(tx: Tx, email: string): Promise<string> {
  const user = await tx.user.findUnique({ where: { email: email.toLowerCase() }, select: { id: true } });
  if (user) return user.id;
  throw invalid("/assignee", "unknown", "No user has this e-mail address. Nothing was done.");
}
