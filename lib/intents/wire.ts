import * as z from "zod";
import { pageWire, wireTime } from "@/lib/core/wire";
import type { ListedTemplate, ListedWeek, ToldIntent } from "./types";

const provider = z.string().nullable().describe("Null where its calls named none.");

const intentShape = {
  id: z.uuid(),
  name: z.string().describe("Made of agents' words."),
  url: z.string().describe("Where people see it."),
  tenant: z.string(),
  keywords: z.array(z.string()),
  calls: z.int().describe("All that are counted."),
  failed: z.int().describe("Of these, calls that went wrong."),
  templates: z.int().describe("Ways to say it."),
  tools: z
    .array(z.strictObject({ provider, tool: z.string(), calls: z.int() }))
    .describe("The most called first."),
  first_at: wireTime,
  last_at: wireTime,
};

const listedIntentWire = z.strictObject(intentShape).meta({ id: "Intent" });

export const intentPageWire = pageWire(listedIntentWire);

export const wholeIntentWire = z
  .strictObject({
    ...intentShape,
    rationales: z
      .array(
        z.strictObject({
          id: z.uuid(),
          provider,
          tool: z.string(),
          text: z.string().describe("With ids, numbers and the like masked."),
          calls: z.int(),
          last_at: wireTime,
          quote: z
            .string()
            .nullable()
            .describe(
              "Its newest call's words, without what looks like a credential. Null once that is deleted, and for a gateway if another one reported it.",
            ),
        }),
      )
      .describe("The ways to say it that are said most."),
    weeks: z
      .array(z.strictObject({ week: z.string(), calls: z.int(), failed: z.int() }))
      .describe("The newest weeks with calls, as ISO 8601 has them, newest first."),
  })
  .meta({ id: "WholeIntent" });

const named = (name: string) => (name === "" ? null : name);

export function wireIntent(intent: ToldIntent): z.output<typeof listedIntentWire> {
  const { firstAt, lastAt, tools, ...same } = intent;
  return {
    ...same,
    tools: tools.map((tool) => ({ ...tool, provider: named(tool.provider) })),
    ...{ first_at: firstAt, last_at: lastAt },
  };
}

export function wireWholeIntent({
  intent,
  templates,
  weeks,
}: {
  intent: ToldIntent;
  templates: ListedTemplate[];
  weeks: ListedWeek[];
}): z.output<typeof wholeIntentWire> {
  const rationales = templates.map(({ lastAt, ...template }) => ({
    ...template,
    provider: named(template.provider),
    last_at: lastAt,
  }));
  return { ...wireIntent(intent), rationales, weeks };
}
