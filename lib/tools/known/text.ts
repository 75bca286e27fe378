import type { KnownEntry, KnownTools } from "../wire";
import { nameOf, quoted } from "./line";
import { knownProblemLine } from "./problem";
import type { KnownPolicy } from "./types";

// Our lines start with "#", "-" or "!"; text of servers follows ">" or a colon.

const QUOTE_MAX = 120;

/** The block as text. */
export function renderText({ tools, omitted, self_evaluation: nudge }: KnownTools): string {
  const lines = ["<known_tools>"];
  let provider: string | null = null;
  for (const tool of tools) {
    if (tool.provider !== provider) lines.push(`## ${nameOf(tool.provider)}`);
    provider = tool.provider;
    lines.push(...toolLines(tool));
  }
  if (omitted > 0) lines.push(`(${omitted} more tools do not fit here)`);
  if (nudge !== undefined && tools.length > 0) lines.push(nudge);
  return [...lines, "</known_tools>"].join("\n");
}

const POLICY_WORDS: Record<KnownPolicy, string> = {
  denies: ", refused by a policy",
  requires: ", waits for a person by a policy",
  allows: "",
  may_deny: ", some calls refused by a policy",
};

const DECIDED: ReadonlySet<KnownPolicy | undefined> = new Set(["denies", "requires", "allows"]);

function toolLines(tool: KnownEntry): string[] {
  const asks = tool.policy ? POLICY_WORDS[tool.policy] : "";
  const waits = tool.requires_confirmation && !DECIDED.has(tool.policy) ? ", waits for a person" : "";
  const did = tool.health?.state === "healthy" ? ", healthy" : "";
  const parameters = (tool.parameters ?? []).map(
    ({ name, required, type, description, default: fallback }) =>
      `- ${nameOf(name)}${required ? " (required)" : ""} [${type}]${fallback === undefined ? "" : ` = ${fallback}`}${description ? `: ${description}` : ""}`,
  );
  return [
    `### ${nameOf(tool.name)} (${tool.risk} risk${waits}${asks}${did})`,
    ...(tool.description ? [`> ${tool.description}`] : []),
    ...parameters,
    ...noteLines(tool),
  ];
}

function noteLines({ health, boundary, issues }: KnownEntry): string[] {
  const notes: string[] = [];
  if (health && (health.state === "watch" || health.state === "degraded") && health.failed > 0)
    notes.push(`${health.failed} of ${health.ran} calls failed in ${health.days} days: ${health.state}.`);
  if (health?.low_use) notes.push("Several sessions found its results of little use.");
  if (boundary) {
    const axes = boundary.axes.map((axis) => quoted(axis, QUOTE_MAX)).join(", ");
    const prefer = boundary.prefer.map(
      ({ for: axis, provider, tool }) =>
        ` Prefer ${provider === null ? "" : `${nameOf(provider)}/`}${nameOf(tool)} for ${quoted(axis, QUOTE_MAX)}.`,
    );
    notes.push(`It refers calls elsewhere that are about ${axes}.${prefer.join("")}`);
  }
  return [...notes.map((note) => `! ${note}`), ...(issues ?? []).map(knownProblemLine)];
}
