import type { Assertion } from "@/lib/auth/passkeys/types";

/** What is signed: a yes, or a yes that decides alone. Nobody is asked to sign a no. */
export type SignedVerdict = "approve" | "break_glass";

/**
 * The signature of a vote, as the vote keeps it: with what of its statement nothing else about the call says, so that anybody can make the
 * statement anew. Members are named as they are told outside.
 */
export type SignedOnRecord = Assertion & {
  /** Whose passkey it is, by their id. */
  person: string;
  /** The random part of the statement, by the server. */
  nonce: string;
  /** The site on which it was signed. */
  origin: string;
  /** Of the call as its gateway asked for it, without the arguments. */
  call_sha256: string;
};

/** What the trail says of it for ever. */
export type SignedInTrail = { credential_id: string; sha256: string };

/** What a page asks to have signed: the call as it stands there, and the arguments that a person put in place of the agent's. */
export type BeginSigning = {
  id: string;
  revision: number;
  argumentsSha256: string;
  verdict: SignedVerdict;
  argumentsText?: string;
};
