import type { IconName } from "@/components/ui/icon";
import { BOUNDARY_CALLS_MIN, EFFECTIVE_AXES_MIN } from "@/lib/signals/boundaries/types";
import type { Health, HealthState } from "@/lib/signals/health/types";
import { counted } from "./counts";

export const HEALTH_WORDS: Record<HealthState, string> = {
  degraded: "Degraded",
  watch: "Watch",
  healthy: "Healthy",
  no_data: "Too few calls",
};

export const HEALTH_ICONS: Record<HealthState, IconName> = {
  degraded: "alert",
  watch: "eye",
  healthy: "check-circle",
  no_data: "minus",
};

/** "6.2 %": a share with one decimal. */
export function shareText(share: number): string {
  return `${(100 * share).toLocaleString("en", { maximumFractionDigits: 1 })} %`;
}

/** The result in figures: "12 of 40 calls failed". */
export function failedOf({ ran, failed }: Pick<Health, "ran" | "failed">): string {
  if (ran === 0) return "no call ran";
  return failed === 0
    ? `none of ${counted(ran, "call")} failed`
    : `${failed.toLocaleString("en")} of ${counted(ran, "call")} failed`;
}

/** The rule by which health is judged, whole. */
export const HEALTH_RULE =
  "Calls of the last 7 days that reached the tool. Held and refused calls and referrals to another tool do not count as failures. Degraded: at least 20 % failed. Watch: at least 5 %, or several sessions found its results of little use. Both with 95 % confidence: the lower end of the Wilson interval counts. Healthy: less than that, of 20 calls or more.";

/** The rule by which boundaries are judged, whole. */
export const BOUNDARY_RULE = `Calls of the last 28 days. Recent calls count more: each week halves the weight of a call or referral. A referral that a user’s correction confirms counts three times. A warning needs ${BOUNDARY_CALLS_MIN} calls, a rate of at least 5 % with 95 % confidence (the lower end of the Wilson interval), at least ${EFFECTIVE_AXES_MIN} axes by their shares, and two axes with two sessions each. It changes nothing by itself: the owner of the tool decides.`;
