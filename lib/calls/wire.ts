import * as z from "zod";
import { RISKS } from "@/lib/core/risk";
import {
  exactJson,
  exactObject,
  fieldErrorWire,
  foreignText,
  pageWire,
  type RowOf,
  warningsWire,
  wireOf,
  wireTime,
} from "@/lib/core/wire";
import { OUTCOME_CLASSES, OUTCOMES, RAN_ON } from "./types";

const text = z.string().nullable();

const violationWire = z.strictObject({
  path: z.string(),
  message: z.string(),
  received: exactJson.optional(),
});

const referralWire = z.strictObject({
  boundary_axes: z.array(z.string()).optional(),
  observed_task_shape: z.string().optional(),
  suggested_split: z.string().optional(),
  evidence: z.string().optional(),
});

/** One call, in the order of the contract. Exports have the same members. */
export const callWire = z
  .strictObject({
    id: z.uuid(),
    external_id: foreignText.nullable().describe("Your own id for the row."),
    tenant: z.string(),
    gateway: z.string(),
    provider: foreignText.nullable(),
    tool: foreignText,
    method: text,
    rationale: foreignText.nullable(),
    risk: z.enum(RISKS).nullable(),
    arguments: exactObject.nullable().describe("Exactly as sent."),
    outcome: z.enum(OUTCOMES),
    class: z.enum(OUTCOME_CLASSES),
    outcome_detail: foreignText.nullable(),
    error_message: foreignText.nullable(),
    validation: z.array(violationWire).nullable(),
    referral: referralWire.nullable(),
    duration_ms: z.int().nullable(),
    attempt: z.int().nullable(),
    agent: foreignText.nullable(),
    agent_version: foreignText.nullable(),
    model: foreignText.nullable(),
    on_behalf_of: foreignText.nullable(),
    session_id: foreignText.nullable(),
    call_id: foreignText.nullable(),
    approval_id: z.uuid().nullable(),
    occurred_at: wireTime,
    received_at: wireTime,
    rationale_removed_after_days: z
      .int()
      .nullable()
      .describe("After how many days the tenant's retention removed the rationale; null while it has not."),
    arguments_removed_after_days: z.int().nullable().describe("The same of the arguments."),
    arguments_sha256: text.describe("Digest of the arguments, also of those that were removed."),
    ran_on: z
      .enum(RAN_ON)
      .nullable()
      .describe(
        "Why the call ran without a person, by the ratings when it was recorded. gateway_word: the tool had no rating. rating_below_claim: a person's rating outranked the call's claim. null: neither, or an older call.",
      ),
    rated_risk: z.enum(RISKS).nullable().describe("That person's rating, for rating_below_claim."),
  })
  .meta({ id: "Call" });

export type WireCall = z.output<typeof callWire>;

export type CallRow = RowOf<typeof callWire>;

export const CALL_COLUMNS = Object.keys(callWire.shape) as (keyof WireCall)[];

export const callPageWire = pageWire(callWire);

export function wireCall(row: CallRow): WireCall {
  return wireOf(callWire, row, {
    // A removed short rationale leaves an empty text, so that it still counts as missing.
    rationale: row.rationaleRemovedAfterDays === null ? row.rationale : null,
    arguments_sha256: row.arguments?.sha256 ?? row.argumentsSha256,
  });
}

export const recordedCallWire = z.strictObject({ id: z.uuid(), warnings: warningsWire });

const rowWarningWire = z.strictObject({
  code: z.literal("RATIONALE_MISSING"),
  message: z.string(),
  rows: z.array(z.int()).describe("Which rows of the batch, from 0."),
});

export const recordedBatchWire = z.strictObject({
  accepted: z.int(),
  duplicates: z.int(),
  rejected: z.array(z.strictObject({ index: z.int(), errors: z.array(fieldErrorWire) })),
  warnings: z.array(rowWarningWire).optional(),
});

export const correctionWire = z.strictObject({ id: z.uuid() });
