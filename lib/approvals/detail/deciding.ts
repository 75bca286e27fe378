import { hasPasskeys } from "@/lib/auth/passkeys/site";
import { isNamed, namesWith } from "@/lib/auth/people/names";
import type { UserScope } from "@/lib/core/scope";
import type { Approval } from "@/lib/generated/prisma/client";
import { type DemandingPolicy, requirementOf, requirementsOf } from "@/lib/policies/requirements";
import { deciderWords, demandClauses } from "@/lib/policies/sentences";
import type { PolicyOfCall } from "@/lib/policies/types";
import { asAbsent } from "../deciders/eligibility";
import {
  demandsOf,
  editOfAbsent,
  onBehalfOfAbsent,
  ownEditWords,
  passkeyBecause,
  separating,
  standingOf,
} from "../deciders/rules";
import { agreedVoter, filledWords } from "../deciders/seat-words";
import { hasSeveralSeats, openWays, seatsFor, tallyOf, votersOf } from "../deciders/tally";
import type { Standing } from "../deciders/types";
import { escalationTimes } from "../escalation";
import { mayDecide } from "../rules";
import type { WholeApproval } from "../types";
import type { Beside } from "./surroundings";
import type { ApprovalView } from "./types";

/** Whether the call is on this person's behalf and their tenant forbids approving one's own. */
function isOwn(actor: UserScope["actor"], { onBehalfOf }: Approval, beside: Beside): boolean {
  return (
    onBehalfOf !== null &&
    beside.blockSelfApproval &&
    isNamed(namesWith(actor, beside.otherNames), onBehalfOf)
  );
}

type ViewerPart = Pick<ApprovalView, "ownCall" | "ineligible" | "cannotApprove" | "inPlaceOf">;

/** Whether and for which people the viewer may decide a call, and why they may not approve it. */
export function viewerPart(actor: UserScope["actor"], approval: WholeApproval, beside: Beside): ViewerPart {
  const ownCall = isOwn(actor, approval, beside);
  const ownEdit = ownEditPart(actor, approval, beside);
  if (approval.decision !== "pending" || !mayDecide(actor.role))
    return { ownCall, ineligible: null, cannotApprove: ownEdit, inPlaceOf: [] };
  const { why, inPlaceOf, filled } = standing(actor, approval, beside);
  const cannotApprove = ownEdit ?? filled;
  const told = inPlaceOf.map(({ name, until }) => ({ name, until: new Date(until) }));
  if (inPlaceOf.length === 0) return { ownCall, ineligible: why, cannotApprove, inPlaceOf: told };
  const others = beside.blockSelfApproval ? inPlaceOf.filter((one) => !one.isRequester) : inPlaceOf;
  const [asked] = inPlaceOf.filter((one) => one.isRequester);
  return {
    ownCall: ownCall || others.length === 0,
    ineligible: null,
    cannotApprove:
      others.length === 0 && asked
        ? onBehalfOfAbsent(asked)
        : (cannotApprove ?? placeTaken(others, actor, approval, beside)),
    inPlaceOf: told,
  };
}

function standing(actor: UserScope["actor"], approval: Approval, beside: Beside) {
  const { onBehalfOf } = approval;
  const isRequester = onBehalfOf !== null && isNamed(namesWith(actor, beside.otherNames), onBehalfOf);
  const waitedMs = beside.asOf.getTime() - approval.createdAt.getTime();
  const owner = beside.owner?.id ?? null;
  const person = { ...actor, ...beside.own, isRequester, isOwner: owner === actor.id, waitedMs };
  const all = standingOf(demandsOf(approval), person, asAbsent(beside.absent, approval, owner));
  return { ...all, ...openPart(actor, approval, beside, all) };
}

/** Of several seats: the people that the viewer may fill one for, or why none is open to them. */
function openPart<A extends { id: string }>(
  { id: me }: UserScope["actor"],
  approval: Approval,
  { agreed }: Beside,
  { inPlaceOf, ways }: Standing<A>,
): { inPlaceOf: readonly A[]; filled: string | null } {
  const [demands, required] = [demandsOf(approval), approval.approvalsRequired];
  if (!hasSeveralSeats(demands)) return { inPlaceOf, filled: null };
  const others = agreed.filter(({ userId }) => userId !== me).map(agreedVoter);
  const { open, isFilled } = openWays(demands, required, others, votersOf(me, ways));
  const { seats } = tallyOf(demands, required, others);
  const isDirect = open.some(({ as }) => as === null);
  return {
    inPlaceOf: isDirect || isFilled ? [] : open.flatMap(({ as }) => as ?? []),
    filled: isFilled && ways.length > 0 ? filledWords(seatsFor(seats, ways), seats) : null,
  };
}

/**
 * Why a deputy's approval adds nothing: the absent person or another deputy has approved, or the
 * absent person edited the arguments.
 */
function placeTaken(
  places: readonly { id: string; name: string }[],
  { id: me }: UserScope["actor"],
  approval: WholeApproval,
  { counting, editedBy }: Beside,
): string | null {
  const apart = separating(demandsOf(approval), "editor");
  const taken = new Set(
    approval.votes
      .filter(({ id, userId }) => counting.includes(id) && userId !== me)
      .map((vote) => vote.deputyFor ?? vote.userId),
  );
  const isEditor = (id: string) => apart !== undefined && editedBy?.id === id;
  const [first] = places;
  if (!first || places.some(({ id }) => !taken.has(id) && !isEditor(id))) return null;
  return apart && isEditor(first.id)
    ? editOfAbsent(first, apart)
    : `You decide for ${first.name} at present, and this call already has an approval in their place.`;
}

function ownEditPart(actor: UserScope["actor"], approval: Approval, { editedBy }: Beside): string | null {
  if (approval.decision !== "pending" || editedBy?.id !== actor.id) return null;
  const apart = separating(demandsOf(approval), "editor");
  return apart ? ownEditWords(apart) : null;
}

/** The part of the page about the policy that decided, or that sets the deciders. */
export function policyPart(
  approval: Approval,
  { owner }: Beside,
): Pick<ApprovalView, "policy" | "editPolicies" | "reasonRequired" | "agentOwner"> {
  const stored = approval.policy as PolicyOfCall | null;
  const edits = requirementsOf({ ...approval, policy: null });
  return {
    policy: stored && { ...stored, clauses: clausesOf(requirementOf(stored)) },
    editPolicies: edits.map((one) => ({ ...one, clauses: clausesOf(one) })),
    agentOwner: separating(demandsOf(approval), "owner")
      ? { is: owner && { name: owner.name, isOff: owner.isOff } }
      : null,
    reasonRequired: requirementsOf(approval).flatMap((one) => one.require.reasonRequired),
  };
}

function clausesOf(demanding: DemandingPolicy | null): string[] {
  return demanding ? demandClauses(demanding.require) : [];
}

/** Who joins those who may decide a call that waits, and since or from when. */
export function escalationsPart(approval: Approval, { asOf }: Beside): ApprovalView["escalations"] {
  if (approval.decision !== "pending") return [];
  return escalationTimes(approval)
    .map((one) => ({ to: deciderWords(one), at: one.at, came: one.at <= asOf }))
    .filter(({ at, came }) => came || at < approval.decideBy);
}

/** Whether an approval needs a passkey signature, and whether the viewer has a passkey. */
export function passkeyPart(approval: Approval, beside: Beside): ApprovalView["passkey"] {
  if (approval.decision !== "pending") return null;
  const because = needOf(approval, beside);
  return because === null ? null : { because, has: beside.hasPasskey, possible: hasPasskeys() };
}

export const needOf = (approval: Approval, { criticalNeedsPasskey }: Beside) =>
  passkeyBecause(demandsOf(approval), { risk: approval.risk, criticalNeedsPasskey });
