import { readEditedArguments } from "@/lib/arguments/edits";
import { askToSign } from "@/lib/auth/passkeys/signing";
import type { SigningOptions } from "@/lib/auth/passkeys/types";
import { bookkeep } from "@/lib/core/db";
import { DomainError } from "@/lib/core/errors";
import type { UserScope } from "@/lib/core/scope";
import { getForDecision } from "../closing";
import { assertDecidable, assertDecider } from "../rules";
import { statementFor } from "./signature";
import type { BeginSigning } from "./types";

/**
 * Asks a person to sign their yes to a call, as it stands on their page or as they edited it. It decides nothing: the yes is judged when it
 * comes with the signature.
 * @throws DomainError FORBIDDEN, NOT_FOUND, ALREADY_DECIDED, EXPIRED, STALE_VIEW, VALIDATION_ERROR, or CONFLICT without a passkey
 */
export async function beginSigning(
  scope: UserScope,
  input: BeginSigning,
): Promise<{ options: SigningOptions }> {
  assertDecider(scope);
  if (scope.actor.via === "token")
    throw new DomainError("FORBIDDEN", "A personal token has no passkey. Nothing was recorded.");
  return bookkeep(scope, async (tx) => {
    const approval = await getForDecision(tx, scope, input.id);
    assertDecidable(approval, input, approval.now);
    const edited = await readEditedArguments(tx, approval, input.argumentsText);
    const revision = edited ? approval.revision + 1 : approval.revision;
    const sha256 = edited?.sha256 ?? approval.argumentsSha256;
    const { verdict } = input;
    const textWith = await statementFor(tx, scope, approval, { verdict, revision, sha256 });
    return { options: await askToSign(tx, scope, textWith) };
  });
}
