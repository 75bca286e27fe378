import * as z from "zod";
import { publicKeyWire, signatureValueWire } from "@/lib/activity/signature";
import { DECIDERS } from "./receipts";
import { SEEN_PARTS } from "./types";

// The format of receipts for output and verification. Times are text, so that both read the same
// bytes.

/** A time exactly as `toISOString` writes it: any other form would have another hash. */
export const time = z.iso.datetime().refine((at) => new Date(at).toJSON() === at);
const seq = z.string().regex(/^[1-9]\d{0,17}$/);

/** Hex SHA-256. */
export const sha = z.string().regex(/^[0-9a-f]{64}$/);

export const actor = z.strictObject({ id: z.string().nullable(), name: z.string() });

const seenFields = {
  way: z
    .enum(["page", "table", "session", "token", "slack"])
    .describe(
      "The call's own page, a table of several calls, a session without a page, a personal token, a dialog in Slack.",
    ),
  at: time,
  revision: z.int(),
  arguments_sha256: sha,
  tool_version: z.int().nullable().describe("Of the tool's definition that the page showed."),
  visible_ms: z.int().nullable().describe("For how long it was on the screen; null without a page."),
  still_ms: z.int().nullable().describe("For how long nothing had moved before the press."),
  parts: z.array(z.enum(SEEN_PARTS)),
  folded: z.int().describe("How many folded parts had to be opened."),
  typed: z
    .boolean()
    .nullable()
    .describe("Whether what was typed was right; null where nothing was asked for."),
};

export const seenWire = z.strictObject({
  ...seenFields,
  opened: z.array(z.strictObject({ id: z.string(), label: z.string() })),
});

const base64url = z.string().regex(/^[A-Za-z0-9_-]+$/);

/** The signature of a vote, with everything needed to verify it. */
export const signedWire = z
  .strictObject({
    credential_id: base64url,
    public_key: base64url.describe("SPKI in DER, base64url."),
    authenticator_data: base64url,
    client_data_json: base64url,
    signature: base64url,
    person: z.string().describe("Whose passkey it is, by their id."),
    nonce: base64url,
    origin: z.string().describe("The site on which it was signed."),
    call_sha256: sha.describe("Of the call as it was asked for, without the arguments."),
  })
  .meta({ id: "PasskeySignature" });

/** What a row of the trail stores of a decision, in addition to its own columns. */
export const receiptFactsWire = z.strictObject({
  verdict: z.string().nullable().describe("Of the vote that was given with it; null where none was."),
  revision: z.int(),
  arguments_sha256: sha,
  edited: z.boolean(),
  call_sha256: sha.describe("Of `call` in the evidence file."),
  tool_version: z.int().nullable(),
  policies: z.array(z.strictObject({ name: z.string(), version: z.int(), sha256: sha })),
  approvals: z.int(),
  required: z.int(),
  seen: z
    .strictObject({ ...seenFields, opened: z.int(), opened_sha256: sha.nullable() })
    .nullable()
    .describe("What was before the person; null where no person acted."),
  deputy_for: z
    .strictObject({ id: z.string(), name: z.string() })
    .optional()
    .describe("The absent person whose place the decider took; left out without one."),
  passkey: z
    .strictObject({ credential_id: z.string(), sha256: sha.describe("Of `passkey` of the vote.") })
    .optional()
    .describe("With which passkey the vote was signed; left out where with none."),
});

export const signingKeyIdWire = z
  .string()
  .regex(/^[\w-]{43}$/)
  .describe("The key's thumbprint (RFC 7638).");

/** With which key of the installation something is signed. */
export const signedWith = {
  key_id: signingKeyIdWire,
  public_key: publicKeyWire.describe("Ed25519, as `x` of a JWK."),
  value: signatureValueWire.describe("Base64url."),
};

export const receiptWire = z
  .strictObject({
    act: z.string(),
    decided_by: z.enum(DECIDERS),
    by: actor.extend({ kind: z.string() }),
    at: time,
    reason: z.string().nullable(),
    facts: receiptFactsWire.nullable().describe("Null for decisions from before receipts were kept."),
    chain: z
      .strictObject({ tenant_id: z.uuid(), seq, hash: sha, previous: sha })
      .describe("The place of its row in the activity log."),
    signature: z
      .strictObject({ ...signedWith, at: z.iso.datetime() })
      .optional()
      .describe("The installation's, made with the decision; left out where it was not signed yet."),
  })
  .meta({ id: "Receipt" });
