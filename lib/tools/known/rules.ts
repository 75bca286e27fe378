import type { Parameter } from "../definition";
import type { KnownEntry, KnownParameter, KnownTools } from "../wire";
import { cutLine, oneLine } from "./line";
import { renderText } from "./text";
import type { KnownTool, Told } from "./types";

// Filled by the server; agents that see them send "" or null. Required ones stay: a call cannot do without.
const SERVER_MANAGED = new Set([
  "id",
  "nano_id",
  "user_id",
  "organization_id",
  "owner_id",
  "assignee_id",
  "status_id",
]);

/** Whether agents should not see a parameter because the server fills it. */
export function isServerManaged(parameter: Pick<Parameter, "name" | "required" | "readOnly">): boolean {
  return !parameter.required && (parameter.readOnly || SERVER_MANAGED.has(parameter.name));
}

// How much of each tool is told. The first level whose whole text fits is used, so all tools are cut alike.
type Level = {
  parameters: "all" | "undescribed" | "required" | "none";
  description: "whole" | "sentence" | "none";
  /** What is known beside the definition: all of it, all but the known problems, nothing. */
  notes: "all" | "brief" | "none";
};

const LEVELS: readonly Level[] = [
  { parameters: "all", description: "whole", notes: "all" },
  { parameters: "all", description: "sentence", notes: "all" },
  { parameters: "undescribed", description: "sentence", notes: "all" },
  { parameters: "required", description: "sentence", notes: "all" },
  { parameters: "required", description: "none", notes: "brief" },
  { parameters: "none", description: "none", notes: "none" },
];

const ISSUES_SHOWN = 3;
const SENTENCE_MAX = 200;
const AXES_SHOWN = 4;

/** What an agent should ask itself before it passes a result on. Guidance, not a rule: whoever calls the tool decides. */
export const SELF_EVALUATION =
  "Before you pass a tool's result on: does it fit the letter of what was asked, and does it serve its purpose? If not, say so " +
  "instead of passing it on as a success: outcome wrong_tool_boundary with boundary_axes, observed_task_shape, suggested_split " +
  "and a short evidence when the task crosses what the tool is for, or low_utility when the result is sound but of little use.";

/** The `<known_tools>` block of a prompt, at most `budget` characters. The same tools and budget always give the same text. */
export function knownToolsText(tools: readonly KnownTool[], budget: number): string {
  return withinBudget(tools, budget, renderText).text;
}

/** The same as JSON text. */
export function knownToolsJson(tools: readonly KnownTool[], budget: number): string {
  return withinBudget(tools, budget, (known) => JSON.stringify(known)).text;
}

function withinBudget(
  tools: readonly KnownTool[],
  budget: number,
  render: (known: KnownTools) => string,
): { text: string } {
  const ordered = tools.toSorted(usefulFirst);
  for (const level of LEVELS) {
    const nudge = level.notes === "none" || tools.length === 0 ? {} : { self_evaluation: SELF_EVALUATION };
    const text = render({ tools: ordered.map((tool) => entry(tool, level)), omitted: 0, ...nudge });
    if (text.length <= budget) return { text };
  }
  return { text: head(ordered, budget, render) };
}

/** Names alone do not fit: as many tools as do, found by halving. */
function head(ordered: readonly KnownTool[], budget: number, render: (known: KnownTools) => string): string {
  const last = LEVELS.at(-1) as Level;
  const entries = ordered.map((tool) => entry(tool, last));
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
 * Healthy tools before those to watch and those that are degraded, one of a wrong boundary a step later; then by how much they are
 * used, in powers of ten so that one call more changes no order; then by name.
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
  const visible = tool.parameters.filter((parameter) => !isServerManaged(parameter));
  const told = level.parameters === "required" ? visible.filter((parameter) => parameter.required) : visible;
  return {
    provider: oneLine(tool.provider),
    name: oneLine(tool.name),
    ...(description ? { description } : {}),
    risk: tool.risk,
    requires_confirmation: tool.requiresConfirmation,
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
