import { listedAsManaged, SERVER_MANAGED } from "@/gateway/lint/words";
import type { Parameter } from "../definition";
import type { KnownEntry, KnownParameter, KnownTools } from "../wire";
import { cutLine, oneLine } from "./line";
import { renderText } from "./text";
import type { KnownTool, Told } from "./types";

/**
 * Whether to hide a parameter that the server fills in; `listed` are such names from the tool's
 * description.
 */
export function isServerManaged(
  { name, required, readOnly }: Pick<Parameter, "name" | "required" | "readOnly">,
  listed: ReadonlySet<string> = new Set(),
): boolean {
  return !required && (readOnly || SERVER_MANAGED.includes(name) || listed.has(name));
}

type Level = {
  parameters: "all" | "undescribed" | "required" | "none";
  description: "whole" | "sentence" | "none";
  notes: "all" | "brief" | "none";
};

const LEAST: Level = { parameters: "none", description: "none", notes: "none" };

const LEVELS: readonly Level[] = [
  { parameters: "all", description: "whole", notes: "all" },
  { parameters: "all", description: "sentence", notes: "all" },
  { parameters: "undescribed", description: "sentence", notes: "all" },
  { parameters: "required", description: "sentence", notes: "all" },
  { parameters: "required", description: "none", notes: "brief" },
  LEAST,
];

const ISSUES_SHOWN = 3;
const SENTENCE_MAX = 200;
const AXES_SHOWN = 4;

/** Questions an agent should ask before it passes a result on. Advice only. */
export const SELF_EVALUATION =
  "Before you pass a tool's result on: does it fit the letter of what was asked, and does it serve its purpose? If not, say so " +
  "instead of passing it on as a success: outcome wrong_tool_boundary with boundary_axes, observed_task_shape, suggested_split " +
  "and a short evidence when the task crosses what the tool is for, or low_utility when the result is sound but of little use.";

/**
 * The `<known_tools>` block of a prompt, at most `budget` characters. Deterministic for the same
 * input.
 */
export function knownToolsText(tools: readonly KnownTool[], budget: number): string {
  return withinBudget(tools, budget, renderText);
}

export function knownToolsJson(tools: readonly KnownTool[], budget: number): string {
  return withinBudget(tools, budget, (known) => JSON.stringify(known));
}

type Render = (known: KnownTools) => string;

/**
 * Shows all tools at the best common level; the rest of the budget gives more detail to the first
 * ones.
 */
function withinBudget(tools: readonly KnownTool[], budget: number, render: Render): string {
  const ordered = tools.toSorted(usefulFirst);
  const found = fullest(LEVELS.length, (level) => alike(ordered, level, budget, render));
  if (found === null) return head(ordered, budget, render);
  const { at, made } = found;
  return render({ ...made.known, tools: enriched(ordered, at, budget - made.length, render) });
}

type Alike = { known: KnownTools; length: number };

/** All tools at one level; null if they do not fit. */
function alike(ordered: readonly KnownTool[], level: number, budget: number, render: Render): Alike | null {
  const bare: KnownTools = { tools: ordered.map((tool) => entry(tool, levelAt(level))), omitted: 0 };
  const nudged = ordered.length === 0 ? bare : { ...bare, self_evaluation: SELF_EVALUATION };
  // The last level drops the advice before it drops tools.
  for (const known of level < LEVELS.length - 1 ? [nudged] : [nudged, bare]) {
    const { length } = render(known);
    if (length <= budget) return { known, length };
  }
  return null;
}

/** The first level that fits, by binary search: later levels are shorter. */
function fullest<T>(levels: number, make: (level: number) => T | null): { at: number; made: T } | null {
  let found: { at: number; made: T } | null = null;
  let [from, to] = [0, levels];
  while (from < to) {
    const at = (from + to) >> 1;
    const made = make(at);
    if (made === null) from = at + 1;
    else {
      found = { at, made };
      to = at;
    }
  }
  return found;
}

const levelAt = (index: number) => LEVELS[index] ?? LEAST;

function enriched(ordered: readonly KnownTool[], level: number, spare: number, render: Render): KnownEntry[] {
  let left = spare;
  const sizeOf = (one: KnownEntry) => render({ tools: [one], omitted: 0 }).length;
  return ordered.map((tool) => {
    const least = entry(tool, levelAt(level));
    let told = { one: least, cost: 0 };
    // From the next level on: if that is too long, so is each fuller one.
    for (let fuller = level - 1; fuller >= 0 && left > 0; fuller -= 1) {
      const one = entry(tool, levelAt(fuller));
      const cost = sizeOf(one) - sizeOf(least);
      if (cost > left) break;
      told = { one, cost };
    }
    left -= told.cost;
    return told.one;
  });
}

/** If even names do not fit: as many tools as fit, by binary search. */
function head(ordered: readonly KnownTool[], budget: number, render: Render): string {
  const entries = ordered.map((tool) => entry(tool, LEAST));
  const first = (count: number) =>
    render({ tools: entries.slice(0, count), omitted: entries.length - count });
  let fits = 0;
  let fails = entries.length;
  while (fails - fits > 1) {
    const middle = (fits + fails) >> 1;
    if (first(middle).length <= budget) fits = middle;
    else fails = middle;
  }
  return first(fits);
}

function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

/**
 * Order: healthy tools before watched and degraded ones, one with a wrong boundary a step lower;
 * then by use in powers of ten, so that single calls do not change it; then by name.
 */
function usefulFirst(a: KnownTool, b: KnownTool): number {
  return (
    troubleOf(a.told) - troubleOf(b.told) ||
    timesUsed(b.told) - timesUsed(a.told) ||
    compare(a.provider, b.provider) ||
    compare(a.name, b.name) ||
    compare(a.id, b.id)
  );
}

const TROUBLE = { healthy: 0, no_data: 0, watch: 1, degraded: 2 } as const;

function troubleOf(told: Told | null): number {
  return told ? TROUBLE[told.health.state] + (told.boundary ? 1 : 0) : 0;
}

function timesUsed(told: Told | null): number {
  return told ? Math.floor(Math.log10(1 + told.health.ran - told.health.failed)) : 0;
}

function entry(tool: KnownTool, level: Level): KnownEntry {
  const description = describe(tool.description, level);
  const listed = listedAsManaged(tool.description);
  const visible = tool.parameters.filter((parameter) => !isServerManaged(parameter, listed));
  const told = level.parameters === "required" ? visible.filter((parameter) => parameter.required) : visible;
  return {
    provider: oneLine(tool.provider),
    name: oneLine(tool.name),
    ...(description ? { description } : {}),
    risk: tool.risk,
    requires_confirmation: tool.requiresConfirmation,
    ...(tool.policy ? { policy: tool.policy } : {}),
    ...(level.parameters === "none"
      ? {}
      : { parameters: told.map((parameter) => knownParameter(parameter, level.parameters === "all")) }),
    ...notesOf(tool.told, level),
  };
}

function notesOf(told: Told | null, { notes }: Level): Pick<KnownEntry, "health" | "boundary" | "issues"> {
  if (!told || notes === "none") return {};
  const { state, days, ran, failed, lowUse } = told.health;
  const issues = notes === "all" ? told.issues.slice(0, ISSUES_SHOWN) : [];
  return {
    ...(state === "no_data" ? {} : { health: { state, days, ran, failed, low_use: lowUse } }),
    ...(told.boundary
      ? {
          boundary: {
            axes: told.boundary.axes.slice(0, AXES_SHOWN).map(oneLine),
            prefer: told.boundary.prefer.slice(0, AXES_SHOWN).map((one) => ({
              for: oneLine(one.for),
              provider: one.provider && oneLine(one.provider),
              tool: oneLine(one.tool),
            })),
          },
        }
      : {}),
    ...(issues.length === 0
      ? {}
      : {
          issues: issues.map(({ ref, title, message, workaround, fixedIn }) => ({
            ref: oneLine(ref),
            title: oneLine(title),
            ...(message ? { message: oneLine(message) } : {}),
            ...(workaround ? { workaround: oneLine(workaround) } : {}),
            ...(fixedIn ? { fixed_in: oneLine(fixedIn) } : {}),
          })),
        }),
  };
}

function knownParameter(parameter: Parameter, described: boolean): KnownParameter {
  const description = described ? oneLine(parameter.description ?? "") : "";
  return {
    name: oneLine(parameter.name),
    type: oneLine(parameter.type),
    required: parameter.required,
    ...(description ? { description } : {}),
    ...(described && parameter.defaultText !== null ? { default: oneLine(parameter.defaultText) } : {}),
  };
}

function describe(text: string, level: Level): string {
  if (level.description === "none") return "";
  const line = oneLine(text);
  return level.description === "whole"
    ? line
    : (/^.{1,200}?[.!?](?=\s|$)/u.exec(line)?.[0] ?? cutLine(line, SENTENCE_MAX));
}
