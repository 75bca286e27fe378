import * as z from "zod";
import { pageWire, wireTime } from "@/lib/core/wire";
import { evidenceLines, suggestionTitle, WHAT_TO_DO } from "./evidence";
import { DISMISS_REASONS, type Judged, SUGGESTION_KINDS, SUGGESTION_STATES, type Suggestion } from "./types";

const suggestionWire = z
  .strictObject({
    id: z.uuid(),
    tenant: z.string(),
    kind: z.enum(SUGGESTION_KINDS),
    state: z.enum(SUGGESTION_STATES),
    revision: z.int().describe("To be sent back with what is said of it."),
    tool: z.strictObject({ id: z.uuid(), gateway: z.string(), provider: z.string(), name: z.string() }),
    title: z.string(),
    advice: z.string(),
    evidence: z
      .array(z.strictObject({ says: z.string(), page: z.string().nullable() }))
      .describe("The figures that lead to it; `page` is the path of the page that has their rows."),
    raised_at: wireTime.describe("When it was first made, or last came back."),
    gone_at: wireTime.nullable().describe("Since when the figures no longer say so; null while they do."),
    judged: z
      .strictObject({
        by: z.string().nullable(),
        at: wireTime,
        reason: z.enum(DISMISS_REASONS).nullable(),
        note: z.string().nullable(),
      })
      .nullable(),
    issue: z.strictObject({ id: z.uuid(), ref: z.string() }).nullable(),
  })
  .meta({ id: "ToolSuggestion" });

export const SUGGESTION_COLUMNS = Object.keys(suggestionWire.shape) as (keyof z.output<
  typeof suggestionWire
>)[];

export const suggestionPageWire = pageWire(suggestionWire);

export const judgedWire = z.strictObject({
  id: z.uuid(),
  state: z.enum(SUGGESTION_STATES),
  revision: z.int(),
});

export function wireSuggestions(page: {
  rows: readonly Suggestion[];
  nextCursor: string | null;
}): z.output<typeof suggestionPageWire> {
  return { data: page.rows.map(wireSuggestion), next_cursor: page.nextCursor };
}

function wireSuggestion(suggestion: Suggestion): z.output<typeof suggestionWire> {
  const { id, tenant, kind, state, revision, tool, raisedAt, goneAt, judged, issue } = suggestion;
  return {
    ...{ id, tenant, kind, state, revision, tool, judged, issue },
    title: suggestionTitle(suggestion),
    advice: WHAT_TO_DO[kind],
    evidence: evidenceLines(suggestion).map(({ says, href }) => ({ says, page: href })),
    raised_at: raisedAt,
    gone_at: goneAt,
  };
}

export const wireJudged = ({ id, state, revision }: Judged): z.output<typeof judgedWire> => ({
  id,
  state,
  revision,
});
