import * as z from "zod";
import { executionReportWire } from "../schema";

/** The `data` of a callback. Every decision has all members; what does not apply is null. */
export const callbackDataWire = z.object({
  approval_id: z.uuid(),
  external_id: z.string().nullable().describe("Your own id of the call."),
  tenant: z.string(),
  provider: z.string().nullable(),
  tool: z.string(),
  decision: z.enum(["approved", "rejected", "changes_requested", "expired", "cancelled", "revoked"]),
  revision: z.int().min(1),
  execution_id: z.uuid().nullable().describe("What to report the execution under."),
  use_by: z.iso.datetime().nullable().describe("Begin before then."),
  arguments: z.unknown().describe("The arguments that were decided on, as JSON."),
  arguments_text: z.string().describe("The same, byte for byte. Run these."),
  arguments_sha256: z.string(),
  edited: z.boolean().describe("True: a person changed the arguments you sent."),
  decided_by: z
    .array(z.object({ name: z.string(), at: z.iso.datetime(), reason: z.string().nullable() }))
    .describe("The people whose votes decided it."),
  reason: z.string().nullable(),
  agent_message: z.string().describe("For the model to read, word for word."),
  correlation: z.unknown().describe("As you sent it with the call, or null."),
  precondition: z.string().nullable().describe("As you sent it with the call."),
});

/** What the answer to a callback may hold besides its status: the report on the execution. */
export const callbackAnswerWire = z.object({
  execution: executionReportWire.partial({ execution_id: true }).optional(),
});
