import * as z from "zod";
import { wireTime } from "@/lib/core/wire";
import {
  WEEKLY_INTENTS_MAX,
  WEEKLY_SECTIONS,
  WEEKLY_TOOLS_MAX,
  WEEKLY_WORDS,
  type Weekly,
  type WeeklyCounts,
  type WeeklyIntent,
  type WeeklySection,
} from "./types";

const weeklyIntentWire = z.strictObject({
  id: z.uuid(),
  name: z.string().describe("Made of agents' words."),
  url: z.string().describe("Where people see it."),
  tenant: z.string(),
  calls: z.int().describe("In the week."),
  calls_before: z
    .int()
    .describe("In the week before; of a week that is not over, in the same days as those of it that are."),
  failed: z.int(),
  unmet: z
    .strictObject({
      calls: z.int(),
      unknown_tool: z.int(),
      wrong_tool_boundary: z.int(),
      low_utility: z.int(),
    })
    .describe("Calls of those of its rationales for which mostly no tool fitted, by what came back."),
  tools: z
    .array(
      z.strictObject({
        provider: z.string().nullable(),
        tool: z.string(),
        calls: z.int(),
        failed: z.int(),
      }),
    )
    .describe(
      `The ${WEEKLY_TOOLS_MAX} most called of \`tool_count\`; of an intent that vanished, in the week before.`,
    ),
  tool_count: z.int(),
  first_at: wireTime.describe("When it was first said."),
  referred: z
    .strictObject({
      calls: z.int(),
      boundary_axes: z.array(z.string()),
      observed_task_shape: z.string().nullable(),
      suggested_split: z.string().nullable(),
    })
    .nullable()
    .describe(
      "What tools said of its newest calls that they sent elsewhere; only of intents without a fitting tool, and for a gateway only of calls that it reported.",
    ),
});

const countsWire = z.strictObject({
  calls: z.int().describe("With a rationale, as all of these."),
  failed: z.int(),
  intents: z.int().describe("Intents with calls."),
  in_intents: z.int(),
  in_no_intent: z.int(),
  recurring: z.int(),
  says_nothing: z.int(),
  unmet: z.int().describe("Calls for which no tool fitted, in an intent or not."),
  unmet_in_no_intent: z.int(),
});

const partWire = (section: WeeklySection) =>
  z
    .strictObject({
      total: z.int(),
      intents: z.array(weeklyIntentWire).describe(`The first ${WEEKLY_INTENTS_MAX}.`),
    })
    .describe(WEEKLY_WORDS[section].says);

const partsWire = z.strictObject(
  Object.fromEntries(WEEKLY_SECTIONS.map((section) => [section, partWire(section)])) as Record<
    WeeklySection,
    ReturnType<typeof partWire>
  >,
);

export const weeklyWire = z
  .strictObject({
    tenant: z.string().nullable().describe("Null: all tenants you may read."),
    week: z.string().describe("As ISO 8601 has it."),
    since: wireTime,
    until: wireTime.describe(
      "Not included. Of a week that is not over, the end of yesterday; of today while nothing was said on its days before.",
    ),
    whole: z.boolean().describe("Whether the week is over."),
    first: z.boolean().describe("Whether nothing was said before it, so that everything is new."),
    url: z.string().describe("Where people see it."),
    counts: z.strictObject({
      period: countsWire,
      before: countsWire.describe(
        "The week before; of a week that is not over, the same days as those of it that are.",
      ),
    }),
    sections: partsWire,
  })
  .meta({ id: "WeeklyIntents" });

export const weeklyLineWire = z
  .strictObject({ week: z.string(), section: z.enum(WEEKLY_SECTIONS), ...weeklyIntentWire.shape })
  .meta({ id: "WeeklyIntentLine" });

export function wireWeekly(weekly: Weekly): z.output<typeof weeklyWire> {
  const {
    isWhole,
    hasToday: _today,
    isCompared: _compared,
    isFirst,
    isGrouped: _,
    counts,
    sections,
    ...same
  } = weekly;
  const parts = WEEKLY_SECTIONS.map((section) => {
    const { total, intents } = sections[section];
    return [section, { total, intents: intents.map(wireWeeklyIntent) }] as const;
  });
  return {
    ...same,
    ...{ whole: isWhole, first: isFirst },
    counts: { period: wireCounts(counts.period), before: wireCounts(counts.before) },
    sections: Object.fromEntries(parts) as z.output<typeof partsWire>,
  };
}

export function wireWeeklyLines({ week, sections }: Weekly): z.output<typeof weeklyLineWire>[] {
  return WEEKLY_SECTIONS.flatMap((section) =>
    sections[section].intents.map((one) => ({ week, section, ...wireWeeklyIntent(one) })),
  );
}

function wireWeeklyIntent(intent: WeeklyIntent): z.output<typeof weeklyIntentWire> {
  const { before, unmet, toolCount, firstAt, referred, tools, ...same } = intent;
  return {
    ...same,
    calls_before: before,
    unmet: {
      calls: unmet.calls,
      unknown_tool: unmet.unknownTool,
      wrong_tool_boundary: unmet.wrongTool,
      low_utility: unmet.lowUse,
    },
    tools: tools.map(({ provider, ...tool }) => ({ provider: provider === "" ? null : provider, ...tool })),
    tool_count: toolCount,
    first_at: firstAt,
    referred: referred && {
      calls: referred.calls,
      boundary_axes: referred.axes,
      observed_task_shape: referred.taskShape,
      suggested_split: referred.suggestedSplit,
    },
  };
}

function wireCounts({ inIntents, longTail, empty, unmetOutside, ...counts }: WeeklyCounts) {
  return {
    ...counts,
    in_intents: inIntents,
    in_no_intent: longTail,
    says_nothing: empty,
    unmet_in_no_intent: unmetOutside,
  };
}
