import { DAY_MS } from "@/lib/core/durations";
import type { FieldError } from "@/lib/core/errors";
import { DELEGATION_DAYS_MAX, type DelegationState } from "./types";

type Times = { startsAt: Date; endsAt: Date };

/** The state of a delegation at a time; its end is exclusive. */
export function stateOf(
  { startsAt, endsAt, endedAt }: Times & { endedAt: Date | null },
  now: Date,
): DelegationState {
  if (endedAt) return "ended";
  if (endsAt <= now) return "over";
  return startsAt <= now ? "in_force" : "planned";
}

/** What is wrong with when it begins and ends; null where nothing is. */
export function wrongTime({ startsAt, endsAt }: Times, now: Date): FieldError | null {
  if (endsAt <= now) return { pointer: "/ends_at", code: "past", message: "The end is in the past." };
  if (endsAt <= startsAt)
    return { pointer: "/ends_at", code: "before_start", message: "The end has to be after the start." };
  if (startsAt.getTime() - now.getTime() > DELEGATION_DAYS_MAX * DAY_MS)
    return {
      pointer: "/starts_at",
      code: "too_far",
      message: `It can begin ${DELEGATION_DAYS_MAX} days from now at the latest.`,
    };
  if (endsAt.getTime() - startsAt.getTime() > DELEGATION_DAYS_MAX * DAY_MS)
    return {
      pointer: "/ends_at",
      code: "too_long",
      message: `It can last ${DELEGATION_DAYS_MAX} days at most.`,
    };
  return null;
}

type Person = { name: string; isOff: boolean; decides: boolean };

/** Why these two cannot be absent person and deputy; null if they can. */
export function wrongPeople({
  isSame,
  shareTenant,
  from,
  to,
}: {
  isSame: boolean;
  shareTenant: boolean;
  from: Person;
  to: Person;
}): FieldError | null {
  if (isSame)
    return {
      pointer: "/to",
      code: "oneself",
      message: "A person cannot be their own deputy. Choose another person.",
    };
  if (!from.decides)
    return {
      pointer: "/from",
      code: "not_a_decider",
      message: `${from.name} may not decide calls, so there is nothing to decide in their place.`,
    };
  if (!to.decides)
    return {
      pointer: "/to",
      code: "not_a_decider",
      message: `${to.name} ${to.isOff ? "is switched off" : "has no role that may decide calls"}. Choose an approver or an administrator.`,
    };
  if (!shareTenant)
    return {
      pointer: "/to",
      code: "other_tenants",
      message: `${to.name} sees none of the tenants that ${from.name} sees. Choose a person who does.`,
    };
  return null;
}
