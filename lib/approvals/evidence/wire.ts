import * as z from "zod";
import { RISKS } from "@/lib/core/risk";
import { foreignText } from "@/lib/core/wire";
import { actor, receiptWire, seenWire, sha, signedWire, signedWith, time } from "../receipt-wire";
import { DECISIONS, EXECUTIONS } from "../types";
import { EVIDENCE_KIND, EVIDENCE_VERSION } from "./types";

// The format of an evidence file. Times are text, so that writer and verifier read the same bytes.

const seq = z.string().regex(/^[1-9]\d{0,17}$/);
const rowWire = z.strictObject({
  tenant_id: z.uuid(),
  seq,
  at: time,
  actor_kind: z.string(),
  actor_id: z.string().nullable(),
  actor_name: z.string(),
  action: z.string(),
  subject_kind: z.string(),
  subject_id: z.string(),
  details: z.string(),
  previous: sha,
  hash: sha,
});

const text = z.string().nullable();

const callWire = z.strictObject({
  id: z.uuid(),
  tenant_id: z.uuid(),
  gateway_id: z.uuid(),
  external_id: foreignText.nullable(),
  provider: foreignText.nullable(),
  tool: foreignText,
  tool_id: text,
  tool_version: z.int().nullable(),
  requested_sha256: sha,
  risk: z.enum(RISKS),
  risk_source: z.string(),
  held_because: z.string(),
  summary: foreignText,
  rationale: foreignText.nullable(),
  impact: foreignText.nullable(),
  facts: z.unknown(),
  preview: z.unknown(),
  mode: z.string(),
  agent: foreignText.nullable(),
  agent_version: foreignText.nullable(),
  model: text,
  on_behalf_of: foreignText.nullable(),
  session_id: foreignText.nullable(),
  call_id: foreignText.nullable(),
  precondition: foreignText.nullable(),
  created_at: time,
});

const attemptWire = z.strictObject({ attempt: z.int(), at: time, status: z.int().nullable(), error: text });

/** One evidence file: all stored data of a call and its decision. */
export const evidenceWire = z
  .strictObject({
    kind: z.literal(EVIDENCE_KIND),
    version: z.literal(EVIDENCE_VERSION),
    made_at: time,
    tenant: z.strictObject({ id: z.uuid(), key: z.string() }),
    gateway: z.string(),
    call: callWire.describe("As the gateway asked for it, without the arguments."),
    revisions: z.array(
      z.strictObject({
        revision: z.int(),
        arguments_text: foreignText.describe("Byte for byte."),
        arguments_sha256: sha,
        edited_by: actor.nullable().describe("Null for the first, which the gateway sent."),
        at: time,
      }),
    ),
    decision: z.strictObject({
      decision: z.enum(DECISIONS),
      execution: z.enum(EXECUTIONS),
      revision: z.int(),
      approvals_required: z.int(),
      decide_by: time,
      decided_at: time.nullable(),
      decided_by: foreignText.nullable(),
      reason: text,
    }),
    votes: z.array(
      z.strictObject({
        by: actor,
        deputy_for: z
          .strictObject({ id: z.string(), name: z.string() })
          .optional()
          .describe("The absent person whose place the voter took; left out without one."),
        revision: z.int(),
        verdict: z.string(),
        reason: text,
        at: time,
        lapsed: z.boolean(),
        seen: seenWire.nullable().describe("Null for votes from before it was kept."),
        passkey: signedWire
          .optional()
          .describe("The signature of the person's passkey; left out where none was asked for."),
      }),
    ),
    receipts: z.array(receiptWire),
    policies: z.array(z.record(z.string(), z.unknown())).describe("As they were when they counted."),
    outcome: z
      .strictObject({
        state: z.string(),
        started_at: time.nullable(),
        finished_at: time.nullable(),
        result_text: foreignText.nullable(),
        result_truncated: z.boolean(),
        error_code: foreignText.nullable(),
        error_message: foreignText.nullable(),
        duration_ms: z.int().nullable(),
      })
      .nullable(),
    deliveries: z.array(
      z.strictObject({
        id: z.string(),
        state: z.string(),
        attempts: z.int(),
        log: z.array(attemptWire),
      }),
    ),
    timeline: z.array(z.strictObject({ at: time, title: z.string(), by: text, detail: text })),
    activity: z.array(rowWire).describe("The rows of the activity log about this call, as they are hashed."),
    seal: z
      .strictObject(signedWith)
      .optional()
      .describe("The installation’s signature of the whole file; left out in files from before it signed."),
  })
  .meta({ id: "Evidence" });

export type EvidenceFile = z.output<typeof evidenceWire>;
