import { isNamed, namesWith } from "@/lib/auth/people/names";
import type { UserActor } from "@/lib/core/scope";
import { holdSecondsOf, requirementsOf } from "@/lib/policies/requirements";
import { bypassesOf, mayBreakGlass } from "../break-glass/rules";
import { asAbsent } from "../deciders/eligibility";
import { demandsOf } from "../deciders/rules";
import type { Facts } from "../schema";
import type { WholeApproval } from "../types";
import { passkeyPart } from "./deciding";
import { confirmationFor, startsHow } from "./rules";
import type { Beside } from "./surroundings";
import type { ApprovalView } from "./types";

/** The rules that an approval alone would bypass; null if forbidden or unnecessary. */
export function alonePart(
  actor: UserActor,
  approval: WholeApproval,
  beside: Beside,
): ApprovalView["breakGlass"] {
  if (approval.decision !== "pending" || !mayBreakGlass(beside.breakGlass, actor.role)) return null;
  if (passkeyPart(approval, beside)?.has === false) return null;
  const { onBehalfOf, tool } = approval;
  const bypassed = bypassesOf({
    demands: demandsOf(approval),
    person: {
      ...{ ...actor, ...beside.own, isOwner: beside.owner?.id === actor.id },
      waitedMs: beside.asOf.getTime() - approval.createdAt.getTime(),
    },
    isRequester: onBehalfOf !== null && isNamed(namesWith(actor, beside.otherNames), onBehalfOf),
    blocksSelfApproval: beside.blockSelfApproval,
    isEditor: beside.editedBy?.id === actor.id,
    absent: asAbsent(beside.absent, approval, beside.owner?.id ?? null),
    othersAgree: beside.agreed.filter(({ userId, place }) => userId !== actor.id && place !== actor.id),
    required: approval.approvalsRequired,
    holdSeconds: holdSecondsOf(requirementsOf(approval)),
  });
  if (bypassed.length === 0) return null;
  const facts = approval.facts as Facts | null;
  // Always the confirmation of critical risk, independent of the call's own.
  const confirmation = confirmationFor("critical", {
    ...{ howMany: facts?.how_many ?? null, toWhom: facts?.to_whom ?? null, tool },
  });
  return { bypassed, confirmation, startsHow: startsHow({ mode: approval.mode, approvalsRequired: 1 }) };
}
