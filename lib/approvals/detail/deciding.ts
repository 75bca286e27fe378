import { hasPasskeys } from "@/lib/auth/passkeys/site";
import { isNamed, namesWith } from "@/lib/auth/people/names";
import type { UserScope } from "@/lib/core/scope";
import type { Approval } from "@/lib/generated/prisma/client";
import { type DemandingPolicy, requirementOf, requirementsOf } from "@/lib/policies/requirements";
import { deciderWords, demandClauses } from "@/lib/policies/sentences";
import type { PolicyOfCall } from "@/lib/policies/types";
import { asAbsent, isKeptApart } from "../deciders/eligibility";
import { UNDECIDED_READ } from "../deciders/people";
import {
  demandsOf,
  editOfAbsent,
  isRequesterApart,
  onBehalfOfAbsent,
  ownEditWords,
  passkeyBecause,
  separating,
  standingOf,
} from "../deciders/rules";
import { agreedVoter, filledWords, seatViews } from "../deciders/seat-words";
import { hasSeveralSeats, helps, openWays, seatsFor, tallyOf, votersOf } from "../deciders/tally";
import type { AgreedVoter, Standing, Voter } from "../deciders/types";
import { escalationTimes } from "../escalation";
import { mayDecide } from "../rules";
import type { WholeApproval } from "../types";
import { approveLabel } from "./rules";
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

/** Of several seats: whom the viewer may still fill one for, or why none is open to them. */
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

const needOf = (approval: Approval, { criticalNeedsPasskey }: Beside) =>
  passkeyBecause(demandsOf(approval), { risk: approval.risk, criticalNeedsPasskey });

/** People who may decide and approve the call and have not: not the requester or the editor. */
function mayStillApprove(approval: Approval, beside: Beside) {
  const { undecided, editedBy, blockSelfApproval, agreed } = beside;
  const demands = demandsOf(approval);
  const apart = {
    requester: isRequesterApart(demands, blockSelfApproval) ? approval.onBehalfOf : null,
    editor: (separating(demands, "editor") && editedBy?.id) ?? null,
  };
  const isOpen = (one: Voter) =>
    !hasSeveralSeats(demands) || helps(demands, approval.approvalsRequired, agreed, one);
  return (undecided ?? []).filter(
    (one) => !isKeptApart(apart, { names: one.names, ids: [one.id, one.place] }) && isOpen(one),
  );
}

/** How many people may decide it, at any hour. Excludes requesters that a policy separates. */
export function decidersOf(approval: Approval, { deciders, undecided }: Beside): number {
  const { onBehalfOf } = approval;
  if (onBehalfOf === null || !separating(demandsOf(approval), "requester")) return deciders;
  const barred = (undecided ?? []).filter(({ names }) => isNamed(names, onBehalfOf));
  return Math.max(deciders - new Set(barred.map(({ id }) => id)).size, 0);
}

const NAMED_MAX = 5;

/** The people who may still approve, if few enough to name. */
function named(left: ReturnType<typeof mayStillApprove>, { actor }: UserScope, { undecided }: Beside) {
  const names = new Map(left.map(({ id, name }) => [id, name]));
  if (names.size > NAMED_MAX || (undecided ?? []).length === UNDECIDED_READ) return [];
  return [...names]
    .map(([id, name]) => ({ name, isViewer: id === actor.id }))
    .toSorted((a, b) => Number(b.isViewer) - Number(a.isViewer) || a.name.localeCompare(b.name));
}

const asAgreed = ({ id, name, place, who }: { id: string; name: string } & Voter): AgreedVoter => ({
  ...{ userId: id, name, place, who, at: new Date(0) },
});

/** Who has agreed, and how many more have to. */
export function votesPart(
  scope: UserScope,
  approval: WholeApproval,
  beside: Beside,
): Pick<
  ApprovalView,
  "votes" | "approvalsGiven" | "seats" | "missing" | "out" | "hasVoted" | "approveLabel" | "editsApart"
> {
  const { votes, revision, approvalsRequired, tool } = approval;
  const { counting } = beside;
  const agreed = beside.agreed.map(agreedVoter);
  const agree = votes.filter(({ id, verdict }) => verdict === "approve" && counting.includes(id));
  // A deputy and their absent person count as one.
  const given = new Set(agree.map((vote) => vote.deputyFor ?? vote.userId));
  const demands = demandsOf(approval);
  const { missing: needed, seats } = tallyOf(demands, approvalsRequired, agreed);
  const open = seats.reduce((sum, seat) => sum + seat.open, 0);
  const may = mayStillApprove(approval, beside);
  const left = needOf(approval, beside) === null ? may : may.filter(({ hasPasskey }) => hasPasskey);
  const people = (some: typeof left) => new Set(some.map(({ place }) => place)).size;
  return {
    hasVoted: votes.some(
      ({ id, userId, revision: on }) =>
        userId === scope.actor.id && on === revision && !beside.unsigned.includes(id),
    ),
    approvalsGiven: given.size,
    // While more approvals are missing, one press does not run the call.
    approveLabel: needed > 1 || open > 1 ? "Approve" : approveLabel(tool),
    editsApart: separating(demands, "editor") !== undefined,
    seats: approval.decision === "pending" ? seatViews(seats) : [],
    missing: beside.undecided && {
      needed,
      undecided: people(left),
      onDuty: people(left.filter(({ isOnDuty }) => isOnDuty)),
      withoutPasskey: people(may) - people(left),
      who: named(left, scope, beside),
      noOneFor: seatViews(tallyOf(demands, approvalsRequired, [...agreed, ...left.map(asAgreed)]).seats)
        .filter(({ open }) => open > 0)
        .map(({ of }) => of),
    },
    out: beside.out.map((one) => ({ ...one, until: new Date(one.until) })),
    votes: votes.map((vote) => ({
      by: vote.userName,
      deputyFor: vote.deputyForName,
      verdict: vote.verdict,
      reason: vote.reason,
      at: vote.createdAt,
      counts: counting.includes(vote.id),
      earlier: vote.revision < revision,
      signed: vote.signed !== null,
      unsigned: beside.unsigned.includes(vote.id),
    })),
  };
}
