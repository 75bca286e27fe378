import * as z from "zod";
import { RISKS } from "@/lib/core/risk";
import { wireTime } from "@/lib/core/wire";
import { UNIQUE_MIN } from "@/lib/feedback/types";
import type { SaidFigures } from "@/lib/intents/types";
import { meaningShare } from "./rules";
import { AT_ONCE, type HurriedTool, MEANING, SIGNAL_STATES, type Signals } from "./types";

const count = z.int();
const share = z.number().nullable();
const week = { from: z.iso.date(), to: z.iso.date() };

const signal = {
  state: z
    .enum(SIGNAL_STATES)
    .describe("`early`: too soon to say. `few`: too few to say. `regret`: worth less than it asks. `fine`."),
  threshold: z.number(),
};
const judged = wireTime.nullable().describe("When it begins to say something; null: no row ever came.");

const said = {
  calls: count,
  without_rationale: count,
  read: count.describe("Calls whose rationale the worker has read."),
  meaningful: count,
  share: share.describe(
    "Meaningful, of those read and those without one; null while more than a tenth is unread.",
  ),
};

const hurriedToolWire = z.strictObject({
  tenant: z.string(),
  gateway: z.string(),
  provider: z.string().nullable(),
  name: z.string(),
  tool_id: z.uuid().nullable(),
  calls: count,
  at_once: count,
  median_seconds: z.number().nullable(),
  risk: z.enum(RISKS).nullable().describe("What holds for its new calls; for administrators."),
  lower: z
    .enum(RISKS)
    .nullable()
    .describe("The next milder rating, where one may be given; for administrators."),
  suggestion_id: z.uuid().nullable(),
});

export const signalsWire = z
  .strictObject({
    meaningful_rationales: z.strictObject({
      ...signal,
      judged_from: judged,
      ...said,
      weeks: z.array(z.strictObject({ ...week, ...said })),
      agents: z.array(z.strictObject({ name: z.string(), ...said })),
      models: z.array(z.strictObject({ name: z.string(), ...said })),
    }),
    unique_feedback: z.strictObject({
      ...signal,
      judged_from: judged,
      issues: count.describe("Different issues that were reported in thirty days."),
      months: z.array(z.strictObject({ ...week, issues: count })),
    }),
    unanimous_approvals: z.strictObject({
      ...signal,
      share,
      calls: count.describe(
        "High and critical calls that people were asked about and that ended, in thirty days.",
      ),
      at_once: count.describe("Approved as sent, by everyone who voted, within five minutes."),
      since: wireTime,
      complete: z.boolean(),
      weeks: z.array(z.strictObject({ ...week, calls: count, at_once: count })),
      tools: z.array(hurriedToolWire),
    }),
  })
  .meta({ id: "Signals" });

const wireSaid = (figures: SaidFigures) => ({
  calls: figures.calls,
  without_rationale: figures.missing,
  read: figures.read,
  meaningful: figures.meaningful,
  share: meaningShare(figures),
});

const wireTool = ({ tenant, gateway, provider, name, toolId, ...tool }: HurriedTool) => ({
  ...{ tenant, gateway, provider, name, tool_id: toolId },
  ...{ calls: tool.calls, at_once: tool.atOnce, median_seconds: tool.medianSeconds },
  ...{ risk: tool.now, lower: tool.offer?.to.risk ?? null, suggestion_id: tool.suggestion?.id ?? null },
});

export function wireSignals({ meaning, feedback, atOnce }: Signals): z.output<typeof signalsWire> {
  const named = <T extends SaidFigures & { name: string }>(one: T) => ({ name: one.name, ...wireSaid(one) });
  return {
    meaningful_rationales: {
      ...{ state: meaning.state, threshold: MEANING.shareMin, judged_from: meaning.judgedFrom },
      ...wireSaid(meaning.lately),
      weeks: meaning.weeks.map(({ from, to, ...one }) => ({ from, to, ...wireSaid(one) })),
      agents: meaning.agents.map(named),
      models: meaning.models.map(named),
    },
    unique_feedback: {
      ...{ state: feedback.state, threshold: UNIQUE_MIN, judged_from: feedback.judgedFrom },
      ...{ issues: feedback.issues, months: feedback.months },
    },
    unanimous_approvals: {
      ...{ state: atOnce.state, threshold: AT_ONCE.shareMax },
      share: atOnce.calls === 0 ? null : atOnce.atOnce / atOnce.calls,
      ...{ calls: atOnce.calls, at_once: atOnce.atOnce, since: atOnce.since, complete: atOnce.complete },
      weeks: atOnce.weeks.map(({ from, to, calls, atOnce: at_once }) => ({ from, to, calls, at_once })),
      tools: atOnce.tools.map(wireTool),
    },
  };
}
