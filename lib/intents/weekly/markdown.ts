import { inlineCode } from "@/lib/core/text/markdown";
import { redactProse } from "@/lib/core/text/prose";
import {
  WEEKLY_SECTIONS,
  WEEKLY_WORDS,
  type Weekly,
  type WeeklyCounts,
  type WeeklyIntent,
  type WeeklySection,
} from "./types";
import {
  beforeWords,
  coverageWords,
  growthWords,
  noneWords,
  referredParts,
  soFarWords,
  unmetRestWords,
  unmetWords,
} from "./words";

const COUNTED: readonly (readonly [keyof WeeklyCounts, string])[] = [
  ["calls", "Calls with a rationale"],
  ["failed", "Went wrong"],
  ["intents", "Intents"],
  ["inIntents", "Calls in an intent"],
  ["longTail", "Calls in no intent"],
  ["recurring", "Recurring calls"],
  ["empty", "Calls whose rationale says nothing"],
  ["unmet", "Calls without a fitting tool"],
];

/** A week as Markdown. Text from agents is in code spans, so that it contains no markup or link. */
export function weeklyMarkdown(weekly: Weekly): string {
  const { tenant, week, since, until, isFirst, url, counts } = weekly;
  const rows = COUNTED.map(
    ([name, label]) => `| ${label} | ${counts.period[name]} | ${counts.before[name]} |`,
  );
  const last = new Date(until.getTime() - 1);
  return [
    `# What agents were after in ${week}`,
    "",
    `${tenant === null ? "All tenants" : `Tenant ${inlineCode(tenant)}`}, ${day(since)} to ${day(last)} (UTC)${soFarWords(weekly)}. [Open it](${url})`,
    ...(isFirst ? ["", "Nothing was said before this week, so everything is new."] : []),
    "",
    `| | This week | ${beforeWords(weekly)} |`,
    "| --- | ---: | ---: |",
    ...rows,
    "",
    coverageWords(weekly),
    ...WEEKLY_SECTIONS.flatMap((section) => partLines(section, weekly)),
    "",
  ].join("\n");
}

const day = (at: Date) => at.toISOString().slice(0, 10);

function partLines(section: WeeklySection, weekly: Weekly): string[] {
  const { total, intents } = weekly.sections[section];
  const { title, says } = WEEKLY_WORDS[section];
  const more = total - intents.length;
  const rest = section === "unmet" ? unmetRestWords(weekly) : null;
  return [
    "",
    `## ${title} (${total})`,
    "",
    says,
    "",
    ...(intents.length === 0 ? [noneWords(weekly)] : intents.flatMap((one) => intentLines(section, one))),
    ...(more > 0 ? ["", `And ${more} more.`] : []),
    ...(rest ? ["", rest] : []),
  ];
}

function intentLines(section: WeeklySection, intent: WeeklyIntent): string[] {
  const { name, url, tenant, calls, failed, unmet, tools, toolCount, referred } = intent;
  const parts = [
    inlineCode(redactProse(name)),
    inlineCode(tenant),
    growthWords(intent),
    ...(failed > 0 ? [`${Math.round((100 * failed) / calls)} % went wrong`] : []),
    ...(section === "unmet" ? [unmetWords(unmet)] : []),
    toolsWords(tools, toolCount),
    `[Open](${url})`,
  ];
  return [
    `- ${parts.join(" · ")}`,
    ...(referred
      ? referredParts(referred).map(([label, words]) => `  - ${label}: ${inlineCode(words)}`)
      : []),
  ];
}

function toolsWords(tools: WeeklyIntent["tools"], count: number): string {
  const named = tools.map(
    ({ provider, tool, calls }) =>
      `${inlineCode(redactProse(provider ? `${provider} · ${tool}` : tool))} ${calls}`,
  );
  const more = count - tools.length;
  return `${named.join(", ")}${more > 0 ? ` and ${more} more` : ""}`;
}
