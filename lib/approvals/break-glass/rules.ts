import { DomainError } from "@/lib/core/errors";
import type { UserActor } from "@/lib/core/scope";
import type { BreakGlassMode } from "@/lib/tenants/types";
import { isRequesterApart, separating, standingOf } from "../deciders/rules";
import { tallyOf } from "../deciders/tally";
import type { AbsentCandidate, Candidate, Demand, Voter } from "../deciders/types";
import type { Bypass } from "../reviews/types";
import { mayDecide } from "../rules";

/** Whether a person of this role may break the glass where the tenant's setting says so. */
export function mayBreakGlass(setting: BreakGlassMode, role: string): boolean {
  if (setting === "approvers") return mayDecide(role);
  return setting === "admins" && role === "admin";
}

/**
 * Requires a person in the app: the server cannot prove what a script has displayed.
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

/** What keeps one person's approval from deciding the call now. */
type Hindrances = {
  demands: readonly Demand[];
  person: Omit<Candidate, "isRequester">;
  absent: readonly AbsentCandidate[];
  isRequester: boolean;
  blocksSelfApproval: boolean;
  isEditor: boolean;
  /** The approvals of others that count. */
  othersAgree: readonly Voter[];
  required: number;
  /** How long its policies hold the approved call before its release. */
  holdSeconds: number;
};

/** Everything that keeps this person's approval from deciding the call alone; empty if it would. */
export function bypassesOf(call: Hindrances): Bypass[] {
  const { demands, person, isRequester, isEditor } = call;
  const apart = isRequesterApart(demands, call.blocksSelfApproval);
  const ownerApart = separating(demands, "owner") !== undefined;
  const absent = call.absent.filter((one) => !(apart && one.isRequester) && !(ownerApart && one.isOwner));
  const alone = { ...person, isRequester: false, isOwner: false };
  const { why, inPlaceOf, ways } = standingOf(demands, alone, absent);
  const places = new Set(inPlaceOf.map(({ id }) => id));
  const others = call.othersAgree.filter(({ place }) => !places.has(place));
  const missing = (voters: readonly Voter[]) => tallyOf(demands, call.required, voters).missing;
  const found: Record<Bypass, boolean> = {
    people:
      ways.length === 0
        ? missing(others) > 1
        : ways.every(({ as, who }) => missing([...others, { place: as?.id ?? "", who }]) > 0),
    deciders: why !== null,
    requester: isRequester && apart,
    owner: person.isOwner && ownerApart,
    editor: isEditor && separating(demands, "editor") !== undefined,
    hold: call.holdSeconds > 0,
  };
  return (Object.keys(found) as Bypass[]).filter((one) => found[one]);
}

/** @throws DomainError CONFLICT if an ordinary approval is enough */
export function assertNeeded(bypasses: readonly Bypass[]): void {
  if (bypasses.length > 0) return;
  throw new DomainError(
    "CONFLICT",
    "Your approval alone decides this call, so there is no glass to break. Nothing was recorded; approve it.",
  );
}
