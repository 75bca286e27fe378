import * as z from "zod";
import { RISKS } from "@/lib/core/risk";
import { pageWire, wireTime } from "@/lib/core/wire";
import { statusWire } from "../wire";
import {
  BYPASSES,
  PASSED_BY,
  REVIEW_KINDS,
  REVIEW_STATES,
  REVIEW_VERDICTS,
  type Review,
  type ReviewClosed,
} from "./types";

const reviewClosedWire = z.strictObject({
  verdict: z.enum(REVIEW_VERDICTS),
  note: z.string(),
  by: z.string(),
  at: wireTime,
});

const reviewWire = z
  .strictObject({
    id: z.uuid(),
    kind: z
      .enum(REVIEW_KINDS)
      .describe(
        "What gave cause for it: an approval by `break_glass`, or a `sample` of what ran without a person.",
      ),
    state: z.enum(REVIEW_STATES),
    tenant: z.string(),
    approval: z.strictObject({
      id: z.uuid(),
      summary: z.string(),
      tool: z.string(),
      risk: z.enum(RISKS),
      status: statusWire,
    }),
    opened_at: wireTime,
    opened_by: z
      .string()
      .nullable()
      .describe("Who broke the glass, or made the rule that let it through. They cannot close it."),
    reason: z.string().nullable().describe("Why it could not wait, in their words; null for a sample."),
    bypassed: z
      .array(z.enum(BYPASSES))
      .describe(
        "The rules that the approval bypassed. `people`: several people have to approve. `deciders`: other people have to decide. `requester`: requesters cannot approve their own calls. `owner`: owners cannot approve for their own agents. `editor`: editors cannot approve their own edits. `hold`: the call is held before its release.",
      ),
    passed_by: z
      .enum(PASSED_BY)
      .nullable()
      .describe("What let a sampled call through; null for break-glass."),
    rule_id: z.uuid().nullable().describe("The remembered rule that did."),
    closed: reviewClosedWire.nullable(),
  })
  .meta({ id: "Review" });

export const reviewPageWire = pageWire(reviewWire);

export const closedReviewWire = z.strictObject({
  id: z.uuid(),
  state: z.literal("closed"),
  closed: reviewClosedWire,
});

export function wireReview(review: Review): z.output<typeof reviewWire> {
  const { id, kind, openedAt, openedBy, reason, bypassed, closed, tenant, call, passedBy, rule } = review;
  const { id: approval, summary, tool, risk, status } = call;
  return {
    id,
    kind,
    state: closed ? "closed" : "open",
    tenant: tenant.key,
    approval: { id: approval, summary, tool, risk, status },
    opened_at: openedAt,
    opened_by: openedBy,
    reason,
    bypassed,
    passed_by: passedBy,
    rule_id: rule?.id ?? null,
    closed: closed && wireClosed(closed),
  };
}

export const wireClosed = ({ verdict, note, by, at }: ReviewClosed) => ({ verdict, note, by, at });
