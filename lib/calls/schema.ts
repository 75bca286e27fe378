import * as z from "zod";
import { camelKeys } from "@/lib/core/casing";
import { ARGUMENTS_BYTES_MAX, hasMembers, INTEGER_MAX, TEXT_MAX } from "@/lib/core/limits";
import {
  externalId,
  instant,
  pageQuery,
  periodQuery,
  rationale,
  rawObject,
  rawValue,
  riskWord,
  shortName,
  storedName,
  tenantKey,
} from "@/lib/core/schema";
import {
  ATTEMPT_CHOICES,
  AXES_MAX,
  CLASS_CHOICES,
  OUTCOMES,
  RAN_ON,
  RECEIVED_BYTES_MAX,
  ROWS_MAX,
  VIOLATIONS_MAX,
} from "./types";

/** Why a call was refused, by member. `received`: the exact value sent. */
const violationWire = z.strictObject({
  path: z.string().max(TEXT_MAX),
  message: z.string().max(TEXT_MAX),
  received: rawValue(RECEIVED_BYTES_MAX).optional(),
});

const explanation = z.string().min(1).max(TEXT_MAX);

/** A tool's report that a task crosses its boundary. The axes are the agent's own words. */
const referralWire = z.strictObject({
  boundary_axes: z.array(storedName).max(AXES_MAX).optional(),
  observed_task_shape: explanation.optional(),
  suggested_split: explanation.optional(),
  evidence: explanation.optional(),
});

/** POST /api/v1/audit, one row */
export const toolCallWire = z
  .strictObject({
    id: externalId.optional(),
    tenant: tenantKey,
    gateway: shortName.optional().describe("If present, the key's own gateway."),
    provider: shortName.optional(),
    tool: shortName,
    method: shortName.optional(),
    rationale,
    risk: riskWord.optional(),
    arguments: rawObject(ARGUMENTS_BYTES_MAX).optional(),
    outcome: z.enum(OUTCOMES),
    outcome_detail: z.string().max(TEXT_MAX).optional(),
    error_message: z.string().max(TEXT_MAX).optional(),
    validation: z.array(violationWire).max(VIOLATIONS_MAX).optional(),
    referral: referralWire.optional(),
    duration_ms: z.int().min(0).max(INTEGER_MAX).optional(),
    attempt: z.int().min(0).max(INTEGER_MAX).optional(),
    agent: shortName.optional(),
    agent_version: shortName.optional(),
    model: shortName.optional(),
    on_behalf_of: shortName.optional(),
    session_id: shortName.optional(),
    call_id: shortName.optional(),
    approval_id: z.uuid().optional(),
    occurred_at: instant,
  })
  .superRefine(
    (row, context) => {
      if (row?.outcome !== "wrong_tool_boundary") return;
      const missing = (member: string, message: string) =>
        context.addIssue({ code: "custom", path: ["referral", member], message });
      if (!row.referral?.boundary_axes?.length)
        missing("boundary_axes", "wrong_tool_boundary needs at least one boundary axis");
      if (!row.referral?.evidence) missing("evidence", "wrong_tool_boundary needs a short piece of evidence");
    },
    { when: hasMembers },
  );

export const toolCallSchema = toolCallWire.transform(camelKeys);

export type ToolCallInput = z.output<typeof toolCallSchema>;

/** POST /api/v1/audit, a batch. Valid rows are stored despite invalid ones. */
export const toolCallBatchWire = z.strictObject({ rows: z.array(toolCallWire).min(1).max(ROWS_MAX) });

const filter = {
  tool: storedName.optional(),
  provider: storedName.optional(),
  outcome: z.enum(OUTCOMES).optional(),
  class: z
    .enum(CLASS_CHOICES)
    .optional()
    .describe("A class of outcomes; failed: caller, tool, boundary and extrinsic together."),
  agent: storedName.optional(),
  model: storedName.optional(),
  method: storedName.optional(),
  session_id: storedName.optional(),
  gateway: storedName.optional(),
  approval_id: z.uuid().optional(),
  axis: storedName
    .optional()
    .describe("A boundary axis that the tool's referral names, in whichever of its spellings."),
  rationale: z.literal("missing").optional().describe("Only calls without a usable rationale."),
  spot: storedName.optional().describe("A hot-spot, as the address of a tool's page names it."),
  sent: storedName
    .optional()
    .describe("A value that was sent there, as the address of a tool's page names it."),
  attempt: z
    .enum(ATTEMPT_CHOICES)
    .optional()
    .describe(
      "First calls of attempts. `begun`: all attempts. `first`: those that worked at once. `failed`: those that did not. `worked`, `switched`, `abandoned`: failed ones by how they ended. `retried`: the calls after the first ones.",
    ),
  next: storedName.optional().describe("The tool that was taken instead after an attempt failed."),
  ran_on: z
    .enum(RAN_ON)
    .optional()
    .describe(
      "Calls that ran without a person: gateway_word means no rating existed, rating_below_claim means a person's rating outranked the call's high or critical claim.",
    ),
  purpose: z
    .literal("other")
    .optional()
    .describe(
      "Only calls that, by their rationales, were made for something else than their tool is described for.",
    ),
  tenant: tenantKey.optional(),
  q: z
    .string()
    .min(1)
    .max(500)
    .optional()
    .describe('Words of the rationale, in any order and case; "in quotes" as a phrase, -word to exclude.'),
  similar: z.uuid().optional().describe("Only calls whose rationale says nearly the same as this call's."),
  like: z
    .string()
    .min(1)
    .max(500)
    .optional()
    .describe("Only calls whose rationale says nearly the same as this text, by its words."),
  ...periodQuery,
};

/** GET /api/v1/audit */
export const toolCallQuery = z.strictObject({
  ...filter,
  held: z.literal("yes").optional().describe("Calls that waited for a person, or wait."),
  intent: z.uuid().optional().describe("The id of an intent: calls whose rationale belongs to it."),
  format: z.enum(["json", "ndjson", "csv"]).optional().describe("Wins over the Accept header."),
  ...pageQuery,
});

export type ToolCallQuery = z.output<typeof toolCallQuery>;

/** POST /api/v1/corrections */
export const correctionSchema = z
  .strictObject({
    id: externalId.optional(),
    tenant: tenantKey,
    session_id: shortName.optional(),
    call_id: shortName.optional(),
    tool: shortName,
    utterance: z.string().min(1).max(TEXT_MAX).describe("The user's own words."),
    occurred_at: instant.optional(),
  })
  .transform(camelKeys);

export type SubmitCorrection = z.output<typeof correctionSchema>;
