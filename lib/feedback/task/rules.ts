import { redactProse } from "@/lib/core/text/prose";
import { SEVERITIES } from "../types";
import type { FeedbackRow } from "../wire";
import { type IssueTask, TASK_REPORTS } from "./types";

/** The most severe reports, of different agents if possible. Expects newest first. */
export function representative(reports: readonly FeedbackRow[]): FeedbackRow[] {
  const worst = reports.toSorted((a, b) => SEVERITIES.indexOf(b.severity) - SEVERITIES.indexOf(a.severity));
  const agents = new Set<string | null>();
  const first = worst.filter(({ agent }) => !agents.has(agent) && agents.add(agent));
  const others = worst.filter((report) => !first.includes(report));
  return [...first, ...others].slice(0, TASK_REPORTS);
}

const KEYS_MAX = 5;

// All bounded, because an agent wrote the text.
const QUOTED = /["'`“‘]([$\w][\w.$[\]/-]{0,99})["'`”’]/g;
const NAMED =
  /\b(?:property|field|parameter|param|argument|attribute|column|key|option)s?:?\s{1,5}["'`“‘]?([$a-z_][\w.$-]{0,99})/gi;
const NO_KEY =
  /^(?:is|are|was|not|of|in|on|to|for|with|and|or|the|a|an|that|this|does|has|must|name|value|type)$/i;

/** Names that an error blames: quoted ones, and those after words such as property. */
function namesIn(error: string): string[] {
  return [...error.matchAll(NAMED), ...error.matchAll(QUOTED)]
    .map(([, name]) => name ?? "")
    .filter((name) => !NO_KEY.test(name));
}

/** The last name of a path: `/deal/lead_score` and `deal.lead_score` give `lead_score`. */
const lastName = (path: string) =>
  path.split(/[/.]/).findLast((part) => part !== "" && !/^\d+$/.test(part)) ?? "";

/** Names in failed checks and errors; `known`: the tool's schema has such a property. */
export function failingKeys({ reports, calls, tool }: IssueTask): { key: string; known: boolean | null }[] {
  const properties = tool && propertiesOf(tool.inputSchema);
  const named = [
    ...calls.flatMap(({ violations }) => violations.map(({ path }) => path)),
    ...reports.flatMap(({ errorSeen }) => namesIn(redactProse(errorSeen ?? ""))),
  ];
  const keys = new Map(named.map((path) => [lastName(path), path]));
  keys.delete("");
  return [...keys.keys()].slice(0, KEYS_MAX).map((key) => ({ key, known: properties?.has(key) ?? null }));
}

const NODES_MAX = 10_000;

/** The names of all properties of a schema at any depth; null if it is not JSON. */
function propertiesOf(schema: string): Set<string> | null {
  const names = new Set<string>();
  try {
    const open: unknown[] = [JSON.parse(schema)];
    for (let seen = 0; open.length > 0 && seen < NODES_MAX; seen += 1) {
      const node = open.pop();
      if (typeof node !== "object" || node === null) continue;
      const { properties } = node as { properties?: unknown };
      if (typeof properties === "object" && properties !== null && !Array.isArray(properties))
        for (const name of Object.keys(properties)) names.add(name);
      open.push(...Object.values(node));
    }
    return names;
  } catch {
    return null;
  }
}
