import { queueList } from "@/lib/approvals/queue/list";
import { AT_ONCE_MINUTES } from "@/lib/approvals/types";
import { callList } from "@/lib/calls/log/list";
import {
  type Evidence,
  type Looked,
  RATE_DAYS,
  RATE_GLANCE_SECONDS,
  RATE_GLANCE_SHARE,
  RETIRE_DAYS,
  SUGGESTION_DAYS,
  type Suggestion,
} from "./types";

/** One piece of evidence and the page with its rows; null if there is none. */
type EvidenceLine = { says: string; href: string | null };

type Told = Pick<Suggestion, "kind" | "tool" | "tenant" | "evidence">;

const number = (value: number) => value.toLocaleString("en");

const counted = (value: number, noun: string) => `${number(value)} ${noun}${value === 1 ? "" : "s"}`;

const LATELY = `in ${SUGGESTION_DAYS} days`;

/** What is suggested, in a few words. Names of tools, fields and axes in it are others' words. */
export function suggestionTitle({ tool, evidence }: Told): string {
  switch (evidence.rule) {
    case "axes":
      return `Split ${tool.name} into ${evidence.axes[0]} and ${evidence.axes[1]}`;
    case "switched":
      return `Recompose ${tool.name} with ${evidence.to}`;
    case "values":
      return `Tighten ${evidence.field} of ${tool.name}`;
    case "rule_risk":
    case "fast":
      return `Re-rate ${tool.name}`;
    default:
      return `Retire ${tool.name}`;
  }
}

type Of = Pick<Told, "tool"> & { calls: { tool: string; gateway: string; tenant: string } };

type Said<R> = Extract<Evidence, { rule: R }>;

const axes = (evidence: Said<"axes">, { tool, calls }: Of): EvidenceLine[] => [
  {
    says: `It referred ${number(evidence.events)} of ${counted(evidence.calls, "call")} elsewhere ${LATELY}.`,
    href: callList.link({ ...calls, outcome: "wrong_tool_boundary", since: evidence.since }),
  },
  {
    says: `${number(evidence.together)} of these name ${evidence.axes[0]} and ${evidence.axes[1]} together, and there is a cohesion warning.`,
    href: `/tools/${tool.id}/health`,
  },
];

const switched = ({ to, since, ...figures }: Said<"switched">, { calls }: Of): EvidenceLine[] => [
  {
    says: `In ${number(figures.switched)} of ${counted(figures.attempts, "attempt")} agents failed with it and went on with ${to}: ${counted(figures.sessions, "session")} ${LATELY}.`,
    href: callList.link({ ...calls, attempt: "switched", next: to, since }),
  },
];

function values({ spot, since, ...figures }: Said<"values">, { calls }: Of): EvidenceLine[] {
  const { field, sessions, allowed } = figures;
  const sent = figures.values.map((one) => `${one.value} (${number(one.calls)}×)`).join(", ");
  return [
    {
      says: `${counted(figures.calls, "call")} in ${counted(sessions, "session")} sent values for ${field} that were refused ${LATELY}; the schema lets them through.`,
      href: callList.link({ ...calls, spot, since }),
    },
    ...(sent === "" ? [] : [{ says: `Sent: ${sent}.`, href: null }]),
    ...(allowed.length === 0 ? [] : [{ says: `The tool says it takes: ${allowed.join(", ")}.`, href: null }]),
  ];
}

const unused = ({ days, neighbours, since }: Said<"unused">, { tool, calls }: Of): EvidenceLine[] => [
  {
    says: `Advertised for ${counted(days, "day")}, and never called: no calls and no held calls.`,
    href: callList.link({ ...calls, within: "any" }),
  },
  {
    says: `Its provider’s other tools had ${counted(neighbours, "call")} in ${RETIRE_DAYS} days.`,
    href: callList.link({ ...calls, tool: undefined, provider: tool.provider, since }),
  },
];

const handedOn = ({ attempts, to, since }: Said<"handed_on">, { calls }: Of): EvidenceLine[] => [
  {
    says: `Not one of ${counted(attempts, "attempt")} ${LATELY} ended with it${to === null ? "" : `; most went on with ${to}`}.`,
    href: callList.link({ ...calls, since }),
  },
];

const ruleRisk = ({ rated, ruleRisk: risk, ruleName }: Said<"rule_risk">, { tool }: Of): EvidenceLine[] => [
  {
    says: `It is rated ${rated}; the rule “${ruleName}” says ${risk} of tools like it.`,
    href: `/tools/${tool.id}/rating`,
  },
];

const fast = (
  { risk, approvals, medianSeconds, looked, since }: Said<"fast">,
  { calls }: Of,
): EvidenceLine[] => [
  {
    says: `It is rated ${risk}, and all ${counted(approvals, "held call")} of ${RATE_DAYS} days were approved unanimously and unchanged within ${AT_ONCE_MINUTES} minutes, half of them in under ${counted(medianSeconds, "second")}.`,
    href: queueList.link({ view: "decided", ...calls, pace: "at_once", since }),
  },
  ...(looked ? [{ says: lookedWords(looked), href: null }] : []),
];

/** How long the calls were on the screens of the approvers. */
function lookedWords({ approvals, timed, glanced, medianSeconds }: Looked): string {
  const known = `${counted(timed, "approval")}${timed < approvals ? " whose time on the screen is known" : ""}`;
  const median = `the median is ${counted(medianSeconds, "second")}`;
  return glanced >= RATE_GLANCE_SHARE * timed
    ? `Of ${known}, ${number(glanced)} ${glanced === 1 ? "was" : "were"} given after less than ${RATE_GLANCE_SECONDS} seconds on the screen; ${median}.`
    : `Of ${known}, ${number(timed - glanced)} ${timed - glanced === 1 ? "was" : "were"} given after ${RATE_GLANCE_SECONDS} seconds on the screen or more; ${median}.`;
}

type Says = { [R in Evidence["rule"]]: (evidence: Said<R>, of: Of) => EvidenceLine[] };

const SAYS: Says = { axes, switched, values, unused, handed_on: handedOn, rule_risk: ruleRisk, fast };

/** The figures that lead to a suggestion, each with where its rows are. */
export function evidenceLines({ tool, tenant, evidence }: Told): EvidenceLine[] {
  const says = SAYS[evidence.rule] as (one: Evidence, of: Of) => EvidenceLine[];
  return says(evidence, { tool, calls: { tool: tool.name, gateway: tool.gateway, tenant } });
}

export const WHAT_TO_DO: Record<Suggestion["kind"], string> = {
  split: "Consider one tool for each, or say in the description which of the two it is for.",
  recompose: "Consider one tool that does both, or say in each description when to call the other one.",
  tighten: "Write into the schema what the tool takes: values, a type, bounds or a pattern.",
  retire: "Consider removing it from what agents are offered, or say in its description when to use it.",
  rate: "Consider another rating. The present one holds until a person changes it.",
};

/** The same as text, for the feedback issue that a person opens. */
export function suggestionText(suggestion: Told): string {
  const { tool, kind } = suggestion;
  return (
    [
      `A suggestion about ${tool.provider} · ${tool.name} (${tool.gateway}), made from figures; no agent reported it.`,
      ...evidenceLines(suggestion).map(({ says }) => `- ${says}`),
      WHAT_TO_DO[kind],
    ]
      .join("\n")
      // Text from calls must not mention anyone.
      .replaceAll("@", "(at)")
  );
}
