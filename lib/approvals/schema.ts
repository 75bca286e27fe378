import * as z from "zod";
import { passkeyResponseSchema } from "@/lib/auth/passkeys/schema";
import { camelKeys } from "@/lib/core/casing";
import { ARGUMENTS_BYTES_MAX, INTEGER_MAX, NAME_MAX } from "@/lib/core/limits";
import {
  externalId,
  instant,
  pageQuery,
  rationale,
  rawObject,
  rawValue,
  riskWord,
  shortName,
  storedName,
  tenantKey,
} from "@/lib/core/schema";
import { saidText } from "@/lib/core/text/blank";
import { lookAlike } from "@/lib/core/text/look-alike";
import { TTL_SECONDS } from "@/lib/tenants/types";
import { IMPACT_MAX } from "@/lib/tools/types";
import { rememberInput, rememberSchema } from "./remembered/schema";
import {
  CORRELATION_BYTES_MAX,
  DECISIONS,
  type DecideApproval,
  PREVIEW_MAX,
  REASON_MAX,
  SEEN_PARTS,
  STATUSES,
  SUMMARY_MAX,
  WAIT_SECONDS_MAX,
} from "./types";

export const factsSchema = z.strictObject({
  what: z.string().max(NAME_MAX).optional(),
  to_whom: z.string().max(NAME_MAX).optional(),
  how_many: z.union([z.int().min(0), z.string().max(NAME_MAX)]).optional(),
  undo: z.string().max(NAME_MAX).optional(),
});

export type Facts = z.infer<typeof factsSchema>;

export const previewSchema = z.strictObject({
  format: z.enum(["text", "json", "diff"]),
  content: z.string().max(PREVIEW_MAX),
});

export type Preview = z.infer<typeof previewSchema>;

/** The requester. A look-alike address matches no person and would bypass the own-call check. */
const requester = shortName.refine((text) => !text.includes("@") || lookAlike(text).length === 0, {
  error: "an address whose letters are of one script: this one reads like another",
});

const held = {
  id: externalId.optional(),
  tenant: tenantKey,
  gateway: shortName.optional().describe("If present, the key's own gateway."),
  provider: shortName.optional(),
  tool: shortName,
  arguments: rawObject(ARGUMENTS_BYTES_MAX),
  rationale,
  risk: riskWord.optional(),
  summary: z.string().min(1).max(SUMMARY_MAX).optional(),
  impact: z.string().max(IMPACT_MAX).optional(),
  facts: factsSchema.optional(),
  preview: previewSchema.optional(),
  confirm: z.boolean().optional(),
  mode: z.enum(["callback", "reissue"]).optional(),
  ttl_seconds: z.int().min(TTL_SECONDS.min).max(TTL_SECONDS.max).optional(),
  callback_url: z.url().max(2_000).optional(),
  agent: shortName.optional(),
  agent_version: shortName.optional(),
  model: shortName.optional(),
  on_behalf_of: requester.optional(),
  session_id: shortName.optional(),
  call_id: shortName.optional(),
  correlation: rawValue(CORRELATION_BYTES_MAX).optional(),
  precondition: z.string().max(NAME_MAX).optional(),
  occurred_at: instant.optional(),
};

/** POST /api/v1/approvals */
export const createApprovalSchema = z.strictObject(held).transform(camelKeys);

type Traced = {
  /** The W3C `traceparent` that its callback continues. */
  traceParent?: string | null;
};

export type CreateApproval = z.output<typeof createApprovalSchema> & Traced;

/** POST /api/v1/authorize */
export const authorizeSchema = z
  .strictObject({
    ...held,
    redemption_key: shortName.optional(),
    wait_seconds: z.int().min(0).max(WAIT_SECONDS_MAX).optional(),
  })
  .transform(camelKeys);

export type Authorize = z.output<typeof authorizeSchema> & Traced;

const READ_FIRST = "as GET /api/v1/approvals/{id} returns it: what you saw before you decided";

const seen = {
  revision: z.int(`a whole number, ${READ_FIRST}`).min(1),
  arguments_sha256: z
    .string(`64 lower-case hex digits, ${READ_FIRST}`)
    .regex(/^[0-9a-f]{64}$/, "64 lower-case hex digits"),
};

const reason = z.string("your reason, which the agent will read").overwrite(saidText).min(1).max(REASON_MAX);

// The largest arguments have no more collapsed parts than this.
const OPENED_MAX = 1_000;

/** What the page demanded of the person, as the browser recorded it. */
export const seenSchema = z.strictObject({
  typed: z.string().max(REASON_MAX).optional().describe("At critical: the count or the target, as typed."),
  opened: z
    .array(z.string().max(ARGUMENTS_BYTES_MAX))
    .max(OPENED_MAX)
    .refine((ids) => ids.reduce((sum, id) => sum + id.length, 0) <= ARGUMENTS_BYTES_MAX, {
      error: `at most ${ARGUMENTS_BYTES_MAX} characters in all`,
    })
    .optional()
    .describe("JSON pointers of the folded arguments that were opened; `*` for all, in the raw text."),
  ms: z.int().min(0).max(INTEGER_MAX).optional().describe("How long it stood unmoved before the press."),
  visible_ms: z
    .int()
    .min(0)
    .max(INTEGER_MAX)
    .optional()
    .describe("How long the call was on the screen, counted only while its page was visible."),
  parts: z
    .array(z.enum(SEEN_PARTS))
    .max(SEEN_PARTS.length)
    .optional()
    .describe("The parts of the page that were on the screen to their end."),
});

export const approveSchema = z
  .strictObject({
    ...seen,
    reason: reason.optional(),
    arguments: rawObject(ARGUMENTS_BYTES_MAX)
      .optional()
      .describe("Edit and approve: the arguments to run instead."),
    seen: seenSchema
      .optional()
      .describe(
        "With a browser session: what the page demanded. Required at high and critical, there with `visible_ms` and `parts` (`facts` and `arguments`, and what else its page has: `record`, `attempt`, `preview`; none with an edit), and where parts of the arguments have to be opened. A token needs none.",
      ),
    remember: rememberSchema
      .optional()
      .describe("Lets the next calls like this one through, with the same decision. Not with an edit."),
  })
  .transform(camelKeys);

const seenNo = seenSchema
  .optional()
  .describe(
    "With a browser session: what was on the screen. It is kept with the decision and never asked for.",
  );

/** A rejection, a change request or a revocation always has a reason. */
export const refuseSchema = z.strictObject({ ...seen, reason, seen: seenNo }).transform(camelKeys);

/** A withdrawn approval needs no reason: nothing was released. */
export const undoSchema = z.strictObject(seen).transform(camelKeys);

export const extendSchema = z.strictObject({ seconds: z.int().min(TTL_SECONDS.min).max(TTL_SECONDS.max) });

export const cancelSchema = z.strictObject({ reason: reason.optional() });

export const decided = { id: z.string(), revision: seen.revision, argumentsSha256: seen.arguments_sha256 };

export const decideInput: z.ZodType<DecideApproval> = z.discriminatedUnion("verdict", [
  z.strictObject({
    ...decided,
    verdict: z.literal("approve"),
    reason: reason.optional(),
    argumentsText: z.string().optional(),
    seen: seenSchema.optional(),
    remember: rememberInput.optional(),
    passkey: passkeyResponseSchema.optional(),
  }),
  z.strictObject({ ...decided, verdict: z.enum(["reject", "request_changes"]), reason, seen: seenNo }),
]);

export const revokeInput = z.strictObject({ ...decided, reason, seen: seenNo });

export const undoInput = z.strictObject(decided);

export const extendInput = z.strictObject({ id: z.string(), seconds: extendSchema.shape.seconds });

export const cancelInput = z.strictObject({
  id: z.string(),
  reason: z.string().overwrite(saidText).max(REASON_MAX).optional(),
});

export const listApprovalsQuery = z.strictObject({
  status: z
    .enum(
      STATUSES,
      `one of: ${STATUSES.join(", ")} (decision=approved lists all approved calls, with any outcome)`,
    )
    .optional(),
  decision: z.enum(DECISIONS).optional(),
  tool: storedName.optional(),
  tenant: tenantKey.optional(),
  ...pageQuery,
});

export type ListApprovals = z.output<typeof listApprovalsQuery>;

const recorded = {
  ran: z.boolean().describe("Whether it took effect."),
  note: z
    .string()
    .overwrite(saidText)
    .min(1, { error: "say how you know" })
    .max(REASON_MAX)
    .describe("How you know. People and the agent read it."),
};

export const recordOutcomeSchema = z.strictObject({
  ...recorded,
  replaces: instant
    .nullable()
    .default(null)
    .describe("To correct a record: its `at`, as you read it. Another one refuses."),
});

export const recordOutcomeInput = z.strictObject({
  id: z.uuid(),
  ...recorded,
  replaces: z.coerce.date().nullable(),
});
