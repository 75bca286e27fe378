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
 * Creates the challenge to sign an approval of a call, as on the person's page or as edited. It
 * decides nothing: the approval is checked when it arrives with the signature.
 * @throws DomainError FORBIDDEN, NOT_FOUND, ALREADY_DECIDED, EXPIRED, STALE_VIEW, VALIDATION_ERROR,
 * or CONFLICT without a passkey
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
