import { challengeOf } from "@/lib/auth/passkeys/assertion";
import { canonicalJson } from "@/lib/core/json/canonical";
import { parseJson } from "@/lib/core/json/parse";
import type { SignedOnRecord, SignedVerdict } from "./types";

// What a person signs when they approve a call with a passkey: everything that identifies the call,
// as canonical text. Its SHA-256 is the challenge. gateway/client/signature.ts builds the same text
// from the gateway's data.

const KIND = "countersign.decision";
const VERSION = 1;

export type Statement = {
  approvalId: string;
  externalId: string | null;
  tenant: string;
  provider: string | null;
  tool: string;
  revision: number;
  argumentsSha256: string;
  verdict: SignedVerdict;
} & Pick<SignedOnRecord, "person" | "nonce" | "origin" | "call_sha256">;

/** The statement as it is signed. */
export function statementText(about: Statement): string {
  return canonicalJson(
    parseJson(
      JSON.stringify({
        kind: KIND,
        version: VERSION,
        approval_id: about.approvalId,
        external_id: about.externalId,
        tenant: about.tenant,
        provider: about.provider,
        tool: about.tool,
        revision: about.revision,
        arguments_sha256: about.argumentsSha256,
        call_sha256: about.call_sha256,
        decision: about.verdict,
        person: about.person,
        origin: about.origin,
        nonce: about.nonce,
      }),
    ),
  );
}

export function statementChallenge(about: Statement): string {
  return challengeOf(statementText(about));
}
