import { inlineCode } from "@/lib/core/text/markdown";
import { redactProse } from "@/lib/core/text/prose";
import { EXPIRED_WORDS, type Expired, type ExpiredCall } from "./types";

/** Texts of agents and gateways become code, so that they cannot be markup or links. */
export function expiredMarkdown(report: Expired): string {
  const { tenant, since, until, url, counts, calls, reasons, complete } = report;
  const origin = new URL(url).origin;
  const more = counts.expired - calls.length;
  return [
    "# Calls that expired undecided",
    "",
    `${tenant === null ? "All tenants" : `Tenant ${inlineCode(tenant)}`}, ${minute(since)} to ${minute(until)} (UTC). [Open it](${url})`,
    "",
    `${counts.expired} of ${counts.ended} calls expired undecided; ${counts.before} in the period before.`,
    ...(complete ? [] : ["", "The reasons are those of the newest calls only."]),
    ...(reasons.length === 0
      ? []
      : ["", "| Why no one decided | Calls | What would have prevented it |", "| --- | ---: | --- |"]),
    ...reasons.map(
      ({ reason, calls: count, suggestion: { text, path } }) =>
        `| ${EXPIRED_WORDS[reason].title} | ${count} | [${escaped(text)}](${origin}${path}) |`,
    ),
    ...(calls.length === 0 ? [] : ["", "## Calls", "", ...calls.map(callLine)]),
    ...(more > 0 ? ["", `And ${more} more.`] : []),
    "",
  ].join("\n");
}

const minute = (at: Date) => at.toISOString().slice(0, 16).replace("T", " ");

/** Our own words, but names of groups in them are people's. */
const escaped = (text: string) => text.replace(/[[\]|\\<>*_`]/g, "\\$&");

function callLine({ headline, provider, tool, risk, decideBy, reasons, url }: ExpiredCall): string {
  const name = inlineCode(redactProse(provider ? `${provider} · ${tool}` : tool));
  const why = reasons.map((reason) => EXPIRED_WORDS[reason].title.toLowerCase()).join(", ");
  return `- ${inlineCode(redactProse(headline))} · ${name} · ${risk} · expired ${minute(decideBy)} · ${why} · [Open](${url})`;
}
