import { assertionProblem } from "@/lib/auth/passkeys/assertion";
import { DomainError, invalid } from "@/lib/core/errors";
import type { UserActor } from "@/lib/core/scope";
import { type Statement, statementChallenge } from "./statement";
import type { SignedOnRecord } from "./types";

export function unsigned({ via }: UserActor, because: string): DomainError {
  if (via === "token")
    return new DomainError(
      "FORBIDDEN",
      `${because} A personal token has none, so it cannot approve this call. Your approval was not recorded; open the call in the app and approve it there.`,
    );
  return invalid(
    "/passkey",
    "not_signed",
    `${because} Your approval was not recorded; approve the call on its page, with your passkey.`,
  );
}

/** Why a signature does not match a vote; null if it does. Rebuilds the statement, no database. */
export function signatureProblem(
  signed: SignedOnRecord,
  about: Omit<Statement, "person" | "nonce" | "origin" | "call_sha256">,
): string | null {
  const { person, nonce, origin, call_sha256 } = signed;
  if (!URL.canParse(origin)) return "it names no site";
  const challenge = statementChallenge({ ...about, person, nonce, origin, call_sha256 });
  return assertionProblem(signed, { challenge, origin, rpId: new URL(origin).hostname });
}
