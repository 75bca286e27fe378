import type { RiskWord } from "@/lib/core/risk";
import { sha256 } from "@/lib/core/sha256";
import { type EffectiveRisk, guardsLess, isSoOfSomeCall, standingRisk } from "../rating";
import type { JudgedTool } from "./queries";
import { PREVIEWED_MAX, type PreviewedTool, type RulePreview, type RuleSet } from "./types";
import { weakerForNames } from "./weaker";

type Compared = Pick<PreviewedTool, "guard" | "freed"> & { tool: JudgedTool; becomes: EffectiveRisk };

const waitsNoMore = (then: EffectiveRisk, now: EffectiveRisk) =>
  now.requiresConfirmation && !then.requiresConfirmation;

function compared(tool: JudgedTool): Compared {
  const next = { ...tool.standing, rule: tool.next };
  const isLess = isSoOfSomeCall(next, tool.standing, guardsLess);
  const guard = isLess ? "less" : isSoOfSomeCall(tool.standing, next, guardsLess) ? "more" : "same";
  const freed = isSoOfSomeCall(next, tool.standing, waitsNoMore);
  return { tool, becomes: standingRisk(next), guard, freed };
}

/** How many of the tools are guarded less, and more, than now. */
export function countGuards(tools: readonly JudgedTool[]): { less: number; more: number } {
  const guards = tools.map((tool) => compared(tool).guard);
  return {
    less: guards.filter((guard) => guard === "less").length,
    more: guards.filter((guard) => guard === "more").length,
  };
}

/** Fingerprint of lowered protection: each tool with its new rating, and each weaker rule. */
export function loweredOf(tools: readonly JudgedTool[], weaker: readonly string[]): string {
  const lowered = tools
    .map(compared)
    .filter(({ guard }) => guard === "less")
    .map(({ tool, becomes }) => `${tool.id} ${becomes.risk} ${becomes.requiresConfirmation}`);
  return sha256(JSON.stringify([lowered.sort(), weaker]));
}

/** The same for an undo. */
export function undoLowers(tools: readonly JudgedTool[], before: RuleSet, after: RuleSet): string {
  const back = tools.map((tool) => ({
    ...tool,
    standing: { ...tool.standing, rule: tool.next },
    next: tool.standing.rule,
  }));
  return loweredOf(back, weakerForNames(after, before));
}

/** Whether people or the gateway rated the tool, so that rules do not apply. */
function isRated({ standing: { catalogue, override } }: JudgedTool): boolean {
  return Boolean(override?.risk ?? catalogue.risk);
}

/** Counts over all tools; the list has less protected ones first. */
export function previewOf(tools: readonly JudgedTool[], weaker: string[]): RulePreview {
  const unrated = tools.filter((tool) => !isRated(tool)).map(compared);
  const byRisk: Record<RiskWord, number> = { low: 0, medium: 0, high: 0, critical: 0 };
  const byRule = new Map<string, number>();
  for (const { tool, becomes } of unrated)
    if (tool.next) {
      byRisk[becomes.risk] += 1;
      byRule.set(tool.next.name, (byRule.get(tool.next.name) ?? 0) + 1);
    }
  const listed = unrated.map(previewed);
  const rank = { less: 0, more: 1, same: 2 };
  return {
    unrated: unrated.length,
    byRisk,
    none: unrated.filter(({ tool }) => !tool.next).length,
    rated: tools.length - unrated.length,
    ...countGuards(tools),
    freed: listed.filter(({ freed }) => freed).length,
    weaker,
    lowered: loweredOf(tools, weaker),
    byRule: Object.fromEntries(byRule),
    tools: listed.sort((a, b) => rank[a.guard] - rank[b.guard]).slice(0, PREVIEWED_MAX),
  };
}

function previewed({ tool, becomes, guard, freed }: Compared): PreviewedTool {
  const { id, gateway, provider, name } = tool;
  const { risk, requiresConfirmation } = becomes;
  return {
    id,
    gateway,
    provider,
    name,
    rule: tool.next?.name ?? null,
    risk,
    requiresConfirmation,
    guard,
    freed,
  };
}
