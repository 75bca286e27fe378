import type { RiskWord } from "@/lib/core/risk";
import type { CatalogueView } from "@/lib/tools/catalogue/types";
import type { Hints, Mismatch } from "@/lib/tools/hints";
import type { RatingPlan } from "@/lib/tools/rating";
import type { RatedTool, RiskSource } from "@/lib/tools/types";
import { counted } from "./counted";

/** What the tools pages say in our own voice. */
export const RISK_NAMES: Record<RiskWord, string> = {
  low: "Low",
  medium: "Medium",
  high: "High",
  critical: "Critical",
};

export const SOURCE_WORDS: Record<RiskSource, string> = {
  tenant_override: "rated for this tenant",
  override: "rated by people",
  catalogue: "rated by its gateway",
  request: "claimed by the call",
  unrated: "nobody rated it",
};

export const TOOL_VIEW_WORDS: Record<CatalogueView, string> = {
  all: "All",
  mismatch: "Mismatches",
  unrated: "Unrated",
  findings: "With findings",
};

/** What the server claims, in a few words. */
export function claimWords({ readOnly, destructive }: Hints): string {
  if (readOnly === true) return destructive === true ? "only reads, and may destroy" : "only reads";
  if (destructive === true) return "may destroy";
  if (destructive === false) return "changes, destroys nothing";
  return readOnly === false ? "changes things" : "nothing";
}

/** The claim that our rating contradicts, in a few words. */
export const MISMATCH_CLAIMS: Record<Mismatch, string> = {
  says_read_only: "only reads",
  says_harmless: "destroys nothing",
  says_nothing: "gives no warning",
  says_destructive: "may destroy",
};

const MISMATCH_SENTENCES: Record<Mismatch, string> = {
  says_read_only: "The server says it only reads",
  says_harmless: "The server says it destroys nothing",
  says_nothing: "The server gives no warning",
  says_destructive: "The server says it may destroy",
};

/** "The server says it only reads; we rate it High." */
export function mismatchSentence(mismatch: Mismatch, risk: RiskWord): string {
  return `${MISMATCH_SENTENCES[mismatch]}; we rate it ${RISK_NAMES[risk]}.`;
}

const CONSEQUENCES: Record<RiskWord, string> = {
  low: "New calls run without a person.",
  medium: "New calls wait for a person only where the tool asks for it.",
  high: "New calls wait for a person.",
  critical: "New calls wait for a person, who must type what they approve.",
};

const CLEARED = "The gateway’s rating holds for new calls; calls of unrated tools wait.";

export const TOOLS = {
  description:
    "What agents can call, how risky we say it is, and what its server claims. Our rating decides; a server’s claim is shown and compared, never obeyed.",
  views: "Views of the catalogue",
  filter: "Filter tools",
  search: "Search tools by name or description",
  searchHint: "Name or description",
  gateway: "Gateway",
  provider: "Provider",
  rating: "Rating",
  category: "Category",
  tenant: "Ratings for",
  any: "Any",
  allTenants: "All tenants",
} as const;

export const RATING = {
  done: (n: number, risk: RiskWord | null) =>
    risk === null
      ? `${counted(n, "rating")} cleared. ${CLEARED}`
      : `${counted(n, "tool")} rated ${RISK_NAMES[risk]}. ${CONSEQUENCES[risk]}`,
} as const;

/** "Medium to High" is said as "9 from Medium, 3 unrated". */
function fromWords(plan: RatingPlan): string {
  return plan.from
    .map(({ risk, tools }) =>
      risk === null
        ? `${tools.toLocaleString("en")} unrated`
        : `${tools.toLocaleString("en")} now ${RISK_NAMES[risk]}`,
    )
    .join(", ");
}

/** What will change, said before it is done. */
export function planHeadline(plan: RatingPlan, risk: RiskWord | null, who: string): string {
  const tools = counted(plan.changes.length, "tool");
  const what = risk === null ? `${tools} → the gateway’s own rating` : `${tools} → ${RISK_NAMES[risk]}`;
  return `${what} for ${who} (${fromWords(plan)})`;
}

/** What follows from it, and what does not. */
export function planConsequences(plan: RatingPlan, risk: RiskWord | null): string[] {
  return [
    risk === null ? CLEARED : CONSEQUENCES[risk],
    plan.waiting > 0
      ? `${counted(plan.waiting, "call")} waiting ${plan.waiting === 1 ? "is" : "are"} not changed.`
      : "No call is waiting.",
    ...(plan.same > 0
      ? [`${counted(plan.same, "tool already has", "tools already have")} this rating.`]
      : []),
    ...(plan.keptByTenants > 0
      ? [`Tenants with a rating of their own for ${counted(plan.keptByTenants, "tool")} keep theirs.`]
      : []),
  ];
}

/** Which tools were left alone, and why. */
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
