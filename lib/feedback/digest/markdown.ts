import { inlineCode } from "@/lib/core/text/markdown";
import { redactProse } from "@/lib/core/text/prose";
import {
  DIGEST_SECTIONS,
  DIGEST_WORDS,
  type Digest,
  type DigestCounts,
  type DigestIssue,
  type DigestSection,
} from "./types";

const COUNTED: readonly (readonly [keyof DigestCounts, string])[] = [
  ["reports", "Reports"],
  ["sessions", "Sessions"],
  ["agents", "Agents"],
  ["opened", "New issues"],
  ["regressed", "Came back"],
  ["resolved", "Resolved"],
];

/** Texts of agents and gateways become code, so that they cannot be markup or links. */
export function digestMarkdown(digest: Digest): string {
  const { tenant, since, until, url, counts } = digest;
  const rows = COUNTED.map(
    ([name, label]) => `| ${label} | ${counts.period[name]} | ${counts.before[name]} |`,
  );
  return [
    "# Feedback digest",
    "",
    `${tenant === null ? "All tenants" : `Tenant ${inlineCode(tenant)}`}, ${minute(since)} to ${minute(until)} (UTC). [Open it](${url})`,
    "",
    "| | This period | The one before |",
    "| --- | ---: | ---: |",
    ...rows,
    ...DIGEST_SECTIONS.flatMap((section) => partLines(section, digest.sections[section])),
    "",
  ].join("\n");
}

const minute = (at: Date) => at.toISOString().slice(0, 16).replace("T", " ");

function partLines(section: DigestSection, { total, issues }: Digest["sections"][DigestSection]): string[] {
  const { title, says } = DIGEST_WORDS[section];
  const more = total - issues.length;
  return [
    "",
    `## ${title} (${total})`,
    "",
    says,
    "",
    ...(issues.length === 0 ? ["None."] : issues.map(issueLine)),
    ...(more > 0 ? ["", `And ${more} more.`] : []),
  ];
}

function issueLine(issue: DigestIssue): string {
  const { ref, title, state, url, provider, tool, sessions, agents, reports, firstSeenAt } = issue;
  const words = inlineCode(redactProse(title));
  const of = tool && ` · ${inlineCode(redactProse(provider ? `${provider} · ${tool}` : tool))}`;
  const figures = [
    number(sessions, "session"),
    number(agents, "agent"),
    number(reports, "report"),
    state === "regressed" ? "came back" : state.replaceAll("_", " "),
    `first seen ${firstSeenAt.toISOString().slice(0, 10)}`,
  ];
  return `- ${inlineCode(ref)} ${words}${of ?? ""} · ${figures.join(" · ")} · [Open](${url})`;
}

const number = (count: number, one: string) => `${count} ${one}${count === 1 ? "" : "s"}`;
