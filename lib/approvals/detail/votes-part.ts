import { isNamed } from "@/lib/auth/people/names";
import type { UserScope } from "@/lib/core/scope";
import type { Approval } from "@/lib/generated/prisma/client";
import { isKeptApart } from "../deciders/eligibility";
import { UNDECIDED_READ } from "../deciders/people";
import { demandsOf, isRequesterApart, separating } from "../deciders/rules";
import { agreedVoter, seatViews } from "../deciders/seat-words";
import { hasSeveralSeats, helps, tallyOf } from "../deciders/tally";
import type { AgreedVoter, Voter } from "../deciders/types";
import type { WholeApproval } from "../types";
import { needOf } from "./deciding";
import { approveLabel } from "./rules";
import type { Beside } from "./surroundings";
import type { ApprovalView } from "./types";

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

/** How many are missing, and who can still approve; null once the call is closed. */
function missingPart(
  scope: UserScope,
  approval: Approval,
  beside: Beside,
  needed: number,
): ApprovalView["missing"] {
  if (!beside.undecided) return null;
  const demands = demandsOf(approval);
  const agreed = beside.agreed.map(agreedVoter);
  const may = mayStillApprove(approval, beside);
  const left = needOf(approval, beside) === null ? may : may.filter(({ hasPasskey }) => hasPasskey);
  const people = (some: typeof left) => new Set(some.map(({ place }) => place)).size;
  return {
    needed,
    undecided: people(left),
    onDuty: people(left.filter(({ isOnDuty }) => isOnDuty)),
    withoutPasskey: people(may) - people(left),
    who: named(left, scope, beside),
    noOneFor: seatViews(
      tallyOf(demands, approval.approvalsRequired, [...agreed, ...left.map(asAgreed)]).seats,
    )
      .filter(({ open }) => open > 0)
      .map(({ of }) => of),
  };
}

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
    missing: missingPart(scope, approval, beside, needed),
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
