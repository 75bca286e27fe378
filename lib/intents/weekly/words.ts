import type { Referred, Unmet, Weekly } from "./types";

// Sentences shared by the page and its Markdown.

const number = (count: number, one: string, many = `${one}s`) =>
  `${count.toLocaleString("en")} ${count === 1 ? one : many}`;

const belong = (count: number) => (count === 1 ? "belongs" : "belong");

/** "12 calls, 4 the week before" */
export function growthWords({ calls, before }: { calls: number; before: number }): string {
  return `${number(calls, "call")}, ${before.toLocaleString("en")} the week before`;
}

type Reach = Pick<Weekly, "isWhole" | "hasToday" | "isCompared">;

/** What is missing from the days shown. */
export function soFarWords({ isWhole, hasToday }: Reach): string {
  if (isWhole) return "";
  return hasToday ? ", so far" : ", so far, without today";
}

/** What the days shown are compared with, after their dates. */
export function againstWords({ isWhole, hasToday, isCompared }: Reach): string {
  if (isWhole) return "against the week before";
  if (!isCompared) return "with nothing to compare the first day with yet";
  return hasToday
    ? "against the same days of the week before, without today’s"
    : "without today, against the same days of the week before";
}

export function beforeWords({ isWhole, isCompared }: Reach): string {
  if (isWhole) return "The one before";
  return isCompared ? "The same days before" : "Nothing to compare yet";
}

/** "7 asked for a tool that does not exist, 2 were sent elsewhere", in the order of outcomes. */
export function unmetWords({ unknownTool, wrongTool, lowUse }: Unmet): string {
  const parts = [
    [unknownTool, "asked for a tool that does not exist"],
    [wrongTool, wrongTool === 1 ? "was sent elsewhere" : "were sent elsewhere"],
    [lowUse, "got what was of little use"],
  ] as const;
  return parts
    .filter(([count]) => count > 0)
    .map(([count, what]) => `${count.toLocaleString("en")} ${what}`)
    .join(", ");
}

/** Text of an empty section, with the reason. */
export function noneWords({ isGrouped }: Pick<Weekly, "isGrouped">): string {
  return isGrouped ? "None." : "None: nothing was grouped yet.";
}

/** One sentence on where all calls of the week belong. */
export function coverageWords({ counts, isGrouped }: Pick<Weekly, "counts" | "isGrouped">): string {
  const { calls, inIntents, longTail, recurring, empty } = counts.period;
  const parts: [count: number, what: string][] = [
    [inIntents, `${belong(inIntents)} to an intent`],
    [longTail, isGrouped ? `${belong(longTail)} to none, because too few say the same` : "not grouped yet"],
    [recurring, "came from scheduled jobs"],
    [empty, empty === 1 ? "says nothing" : "say nothing"],
  ];
  const told = parts
    .filter(([count]) => count > 0)
    .map(([count, what]) => `${count.toLocaleString("en")} ${what}`);
  return `Of ${number(calls, "call")} with a rationale, ${told.join(", ")}.`;
}

/** Unmet calls outside the intents of the section; null without any. */
export function unmetRestWords({ counts: { period } }: Pick<Weekly, "counts">): string | null {
  if (period.unmet === 0) return null;
  const outside = period.unmetOutside;
  return `In the whole week ${number(period.unmet, "call")} had no fitting tool${
    outside > 0 ? `; ${outside.toLocaleString("en")} of them ${belong(outside)} to no intent` : ""
  }.`;
}

/** The words of tools about one intent, with labels. They come from agents. */
export function referredParts({
  axes,
  taskShape,
  suggestedSplit,
}: Referred): [label: string, words: string][] {
  return [
    ...(axes.length > 0 ? [["Beyond the tool", axes.join(", ")] as [string, string]] : []),
    ...(taskShape ? [["The task, as the tool saw it", taskShape] as [string, string]] : []),
    ...(suggestedSplit ? [["Suggested split", suggestedSplit] as [string, string]] : []),
  ];
}
