import { HEALTH_RULE } from "./health";
import { durationText } from "./rationales";

/** The share of a tool's calls that failed, of those that ran. */
export function failedWords({ failed, ran, held }: { failed: number; ran: number; held: number }): string {
  if (ran + held === 0) return "no call yet";
  const part = failed === 0 ? "none" : percent(failed, ran);
  const share = ran === 0 ? "none ran" : `${part} of the ${ran.toLocaleString("en")} that ran failed`;
  return held === 0 ? share : `${share}; ${held.toLocaleString("en")} held back`;
}

export function percent(part: number, whole: number): string {
  if (whole === 0) return "0 %";
  const share = (part / whole) * 100;
  return share > 0 && share < 1 ? "< 1 %" : `${Math.round(share)} %`;
}

/** How long most take: "Half are decided within 40 s, 19 of 20 within 6 min." */
export function paceWords(verb: string, medianMs: number, slowMs: number): string {
  return `Half ${verb} within ${durationText(Math.round(medianMs))}, 19 of 20 within ${durationText(Math.round(slowMs))}.`;
}

/** The definitions of a tool's figures, next to them. */
export const FIGURE_MEANINGS = {
  calls: "Calls of the last 14 days in UTC, by how they ended. A call belongs to its tool’s name.",
  failures: `${HEALTH_RULE} The scale is stretched at its low end.`,
  firstTry:
    "One attempt = an agent’s tries until one works or it switches tools. First-try success is the share of attempts whose first call worked, last 14 days. The interval is 90 % wide and needs 20 attempts. Held and refused calls do not count. New calls take a minute or two.",
  runs: "From the call to its result, last 14 days, as gateways measure it: accurate to a fifth.",
  decides:
    "From the request to the decision, of the last 200 held calls that a person decided. Expired and cancelled calls do not count.",
  fields:
    "Refused calls whose error names a field, by version and by the value that was sent, last 14 days. New calls take a minute or two.",
  findings: "Parts of the definition that make agents fail. Warnings break calls; remarks make them likely.",
} as const;

/** The address of the calls in a figure. */
export function callsHref(
  tool: { name: string; provider: string },
  outcome?: string,
  since?: string,
): string {
  const query = new URLSearchParams({ tool: tool.name });
  if (outcome) query.set("outcome", outcome);
  if (since) query.set("since", since);
  else query.set("within", "any");
  return `/rationales?${query}`;
}
