import type { Assertion } from "@/lib/auth/passkeys/types";

/** Verdicts with a signature: an approval, or a break-glass approval. Rejections need none. */
export type SignedVerdict = "approve" | "break_glass";

/**
 * The signature of a vote as stored. It adds the parts of its statement that the call lacks, so
 * that anyone can rebuild it. Members have their wire names.
 */
export type SignedOnRecord = Assertion & {
  person: string;
  /** The random part of the statement, from the server. */
  nonce: string;
  origin: string;
  /** Digest of the gateway's request, without the arguments. */
  call_sha256: string;
};

export type SignedInTrail = { credential_id: string; sha256: string };

/** The call as displayed, and the edited arguments, if any. */
export type BeginSigning = {
  id: string;
  revision: number;
  argumentsSha256: string;
  verdict: SignedVerdict;
  argumentsText?: string;
};
