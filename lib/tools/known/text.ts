import type { KnownEntry, KnownTools } from "../wire";
import { nameOf, quoted } from "./line";

// Lines of ours begin with "#", "-" or "!"; what a server says of its tool stands behind ">" or a colon.

const TITLE_MAX = 120;
const WORKAROUND_MAX = 400;

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

function toolLines(tool: KnownEntry): string[] {
  const asks = tool.requires_confirmation ? ", waits for a person" : "";
  const did = tool.health?.state === "healthy" ? ", healthy" : "";
  const parameters = (tool.parameters ?? []).map(
    ({ name, required, type, description, default: fallback }) =>
      `- ${nameOf(name)}${required ? " (required)" : ""} [${type}]${fallback === undefined ? "" : ` = ${fallback}`}${description ? `: ${description}` : ""}`,
  );
  return [
    `### ${nameOf(tool.name)} (${tool.risk} risk${asks}${did})`,
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
    const axes = boundary.axes.map((axis) => quoted(axis, TITLE_MAX)).join(", ");
    const prefer = boundary.prefer.map(
      ({ for: axis, provider, tool }) =>
        ` Prefer ${provider === null ? "" : `${nameOf(provider)}/`}${nameOf(tool)} for ${quoted(axis, TITLE_MAX)}.`,
    );
    notes.push(`It refers calls elsewhere that are about ${axes}.${prefer.join("")}`);
  }
  for (const { ref, title, message, workaround, fixed_in: fixedIn } of issues ?? []) {
    const said = workaround ?? message;
    const how = workaround === undefined ? "Answer" : "Workaround";
    notes.push(
      `Known problem ${nameOf(ref)}: ${quoted(title, TITLE_MAX)}.${said === undefined ? "" : ` ${how}: ${quoted(said, WORKAROUND_MAX)}.`}${fixedIn === undefined ? "" : ` Fixed in ${quoted(fixedIn, TITLE_MAX)}.`}`,
    );
  }
  return notes.map((note) => `! ${note}`);
}
