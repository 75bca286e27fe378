import * as z from "zod";
import { RISKS } from "@/lib/core/risk";
import { foreignText, wireTime } from "@/lib/core/wire";
import {
  EXPIRED_JUDGED_MAX,
  EXPIRED_LISTED_MAX,
  EXPIRED_REASONS,
  type Expired,
  type ExpiredCall,
  type Suggestion,
} from "./types";

const reason = z.enum(EXPIRED_REASONS);

const suggestion = z
  .strictObject({ text: z.string(), path: z.string().describe("A page of this installation.") })
  .describe("What would have prevented it.");

const callWire = z.strictObject({
  id: z.uuid(),
  url: z.string().describe("Where people see it."),
  tenant: z.string(),
  provider: foreignText.nullable(),
  tool: foreignText,
  risk: z.enum(RISKS),
  summary: foreignText,
  created_at: wireTime,
  decide_by: wireTime,
  notified: z.int().describe("Notifications that were sent about it."),
  opened: z.int().describe("People who opened it before it expired."),
  reasons: z.array(reason).describe("All that hold, the main one first."),
  suggestion,
});

export const expiredWire = z
  .strictObject({
    tenant: z.string().nullable().describe("Null: all tenants you may read."),
    since: wireTime,
    until: wireTime,
    url: z.string().describe("Where people see it."),
    counts: z.strictObject({
      expired: z.int(),
      before: z.int().describe("In a period of the same length just before."),
      ended: z.int().describe("All calls that people were asked about and that ended in the period."),
    }),
    complete: z.boolean().describe(`False: reasons are those of the newest ${EXPIRED_JUDGED_MAX} calls.`),
    reasons: z
      .array(z.strictObject({ reason, calls: z.int(), suggestion }))
      .describe("By main reason, the most frequent first."),
    data: z.array(callWire).describe(`The newest ${EXPIRED_LISTED_MAX}.`),
  })
  .meta({ id: "ExpiredCalls" });

const wireSuggestion = ({ text, path }: Suggestion) => ({ text, path });

export function wireExpired({ calls, reasons, ...report }: Expired): z.output<typeof expiredWire> {
  return {
    ...report,
    reasons: reasons.map(({ suggestion: one, ...counted }) => ({
      ...counted,
      suggestion: wireSuggestion(one),
    })),
    data: calls.map(wireCall),
  };
}

function wireCall(call: ExpiredCall): z.output<typeof callWire> {
  const { id, url, tenant, provider, tool, risk, headline, createdAt, decideBy, sent, opened } = call;
  return {
    ...{ id, url, tenant, provider, tool, risk, summary: headline },
    ...{ created_at: createdAt, decide_by: decideBy, notified: sent, opened },
    reasons: [...call.reasons],
    suggestion: wireSuggestion(call.suggestion),
  };
}
