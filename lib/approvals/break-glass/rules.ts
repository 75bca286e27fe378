import { DomainError } from "@/lib/core/errors";
import type { UserActor } from "@/lib/core/scope";
import type { BreakGlassMode } from "@/lib/tenants/types";
import { isRequesterApart, missingOf, separating, standingOf } from "../deciders/rules";
import type { AbsentCandidate, Candidate, Demand } from "../deciders/types";
import type { Bypass } from "../reviews/types";
import { mayDecide } from "../rules";

/** Whether a person of this role may break the glass where the tenant's setting says so. */
export function mayBreakGlass(setting: BreakGlassMode, role: string): boolean {
  if (setting === "approvers") return mayDecide(role);
  return setting === "admins" && role === "admin";
}

/**
 * A person in the app, and no script: nobody can say what a script has read.
 * @throws DomainError FORBIDDEN
 */
export function assertInApp({ via }: Pick<UserActor, "via">): void {
  if (via === "session") return;
  throw new DomainError(
    "FORBIDDEN",
    "A personal token cannot break the glass. Nothing was recorded; open the call in the app.",
  );
}

/** @throws DomainError FORBIDDEN */
export function assertMayBreakGlass(setting: BreakGlassMode, role: string): void {
  if (mayBreakGlass(setting, role)) return;
  const who =
    setting === "admins"
      ? "This tenant lets only administrators break the glass."
      : "This tenant does not allow breaking the glass.";
  throw new DomainError(
    "FORBIDDEN",
    `${who} Nothing was recorded; the call waits for those who may decide it.`,
  );
}

/** What stands between one person's yes and the approval, as it is at this moment. */
type Hindrances = {
  demands: readonly Demand[];
  person: Omit<Candidate, "isRequester">;
  /** Those whose deputy they are. */
  absent: readonly AbsentCandidate[];
  /** The call names them as the one on whose behalf it is made. */
  isRequester: boolean;
  /** The tenant lets nobody approve their own call. */
  blocksSelfApproval: boolean;
  /** They put the present arguments there. */
  isEditor: boolean;
  /** Those for whom others' yes counts, by their ids. */
  othersAgree: readonly string[];
  required: number;
};

/** All that keeps this person's yes from deciding the call alone; empty where it would. */
export function bypassesOf(call: Hindrances): Bypass[] {
  const { demands, person, isRequester, isEditor } = call;
  const apart = isRequesterApart(demands, call.blocksSelfApproval);
  const ownerApart = separating(demands, "owner") !== undefined;
  const absent = call.absent.filter((one) => !(apart && one.isRequester) && !(ownerApart && one.isOwner));
  const alone = { ...person, isRequester: false, isOwner: false };
  const { why, inPlaceOf } = standingOf(demands, alone, absent);
  const places = new Set(inPlaceOf.map(({ id }) => id));
  const others = call.othersAgree.filter((id) => !places.has(id));
  const found: Record<Bypass, boolean> = {
    people: missingOf(call.required, others) > 1,
    deciders: why !== null,
    requester: isRequester && apart,
    owner: person.isOwner && ownerApart,
    editor: isEditor && separating(demands, "editor") !== undefined,
  };
  return (Object.keys(found) as Bypass[]).filter((one) => found[one]);
}

/** @throws DomainError CONFLICT where an ordinary yes would do */
export function assertNeeded(bypasses: readonly Bypass[]): void {
  if (bypasses.length > 0) return;
  throw new DomainError(
    "CONFLICT",
    "Your approval alone decides this call, so there is no glass to break. Nothing was recorded; approve it.",
  );
}
