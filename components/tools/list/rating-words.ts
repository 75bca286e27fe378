import { RISK_WORDS } from "@/components/ui/risk-mark";
import { counted } from "@/components/words/counts";
import type { RiskWord } from "@/lib/core/risk";
import type { RatingPlan } from "@/lib/tools/rating";
import type { RatedTool } from "@/lib/tools/types";

const CONSEQUENCES: Record<RiskWord, string> = {
  low: "New calls wait for a person only where the tool asks for it.",
  medium: "New calls wait for a person only where the tool asks for it.",
  high: "New calls wait for a person.",
  critical: "New calls wait for a person, who must type what they approve.",
};

const CLEARED = "The gateway’s rating applies to new calls; calls of unrated tools wait.";

/** What was saved, and its effect. */
export function ratedWords(count: number, risk: RiskWord | null): string {
  return risk === null
    ? `${counted(count, "rating")} cleared. ${CLEARED}`
    : `${counted(count, "tool")} rated ${RISK_WORDS[risk]}. ${CONSEQUENCES[risk]}`;
}

/** "Medium to High" reads "9 from Medium, 3 unrated". */
function fromWords(plan: RatingPlan): string {
  return plan.from
    .map(({ risk, tools }) =>
      risk === null
        ? `${tools.toLocaleString("en")} unrated`
        : `${tools.toLocaleString("en")} now ${RISK_WORDS[risk]}`,
    )
    .join(", ");
}

/** What will change, shown beforehand. */
export function planHeadline(plan: RatingPlan, risk: RiskWord | null, who: string): string {
  const tools = counted(plan.changes.length, "tool");
  const what = risk === null ? `${tools} → the gateway’s own rating` : `${tools} → ${RISK_WORDS[risk]}`;
  return `${what} for ${who} (${fromWords(plan)})`;
}

/** What the change affects, and what it does not. */
export function planConsequences(plan: RatingPlan, risk: RiskWord | null): string[] {
  return [
    risk === null ? CLEARED : CONSEQUENCES[risk],
    plan.waiting > 0
      ? `${counted(plan.waiting, "call")} waiting ${plan.waiting === 1 ? "is" : "are"} not changed.`
      : "No call is waiting.",
    ...lessGuarded(plan),
    ...(plan.same > 0
      ? [`${counted(plan.same, "tool already has", "tools already have")} this rating.`]
      : []),
    ...(plan.keptByTenants > 0
      ? [`Tenants with a rating of their own for ${counted(plan.keptByTenants, "tool")} keep theirs.`]
      : []),
  ];
}

/** A warning if the rating guards less than it seems to, because unrated tools wait. */
function lessGuarded({ freed, lessGuarded: all }: RatingPlan): string[] {
  if (freed > 0)
    return [
      `Less guarded than now: calls of ${counted(freed, "tool")} wait for a person today and will run without one.`,
    ];
  return all > 0 ? [`Less guarded than now: ${counted(all, "tool")} at a lower risk.`] : [];
}

/** The tools that were skipped, and why. */
export function leftAlone(rated: readonly RatedTool[]): string | null {
  const stale = rated.filter(({ outcome }) => outcome === "stale");
  const gone = rated.length - stale.length - rated.filter(({ outcome }) => outcome === "rated").length;
  if (stale.length === 0 && gone === 0) return null;
  const names = [...new Set(stale.map(({ by }) => by ?? "another person"))].slice(0, 3).join(", ");
  const first =
    stale.length > 0
      ? `${counted(stale.length, "tool")} left alone: ${names} rated ${stale.length === 1 ? "it" : "them"} since this list was read. The rows show the current ratings.`
      : "";
  return `${first}${gone > 0 ? ` ${counted(gone, "tool")} left alone: no longer in the catalogue.` : ""}`.trim();
}
