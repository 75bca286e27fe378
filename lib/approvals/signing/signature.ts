import { takeSignature } from "@/lib/auth/passkeys/signing";
import type { PasskeyResponse } from "@/lib/auth/passkeys/types";
import type { Tx } from "@/lib/core/db";
import type { UserScope } from "@/lib/core/scope";
import type { Approval } from "@/lib/generated/prisma/client";
import { askedOf, digestOf } from "../receipt-facts";
import { statementText } from "./statement";
import type { SignedOnRecord, SignedVerdict } from "./types";

export type VoteSignature = { passkeyId: string; signed: SignedOnRecord };

/** An approval before it is stored: its arguments and revision. */
export type Yes = { verdict: SignedVerdict; revision: number; sha256: string };

/**
 * Takes the signature of an approval, in the transaction that stores the vote, for the resulting
 * arguments and revision.
 * @throws DomainError VALIDATION_ERROR at /passkey
 */
export async function takeVoteSignature(
  tx: Tx,
  scope: UserScope,
  approval: Approval,
  yes: Yes,
  response: PasskeyResponse,
): Promise<VoteSignature> {
  const textWith = await statementFor(tx, scope, approval, yes);
  const { passkeyId, nonce, origin, assertion } = await takeSignature(tx, scope, response, textWith);
  const { id: person } = scope.actor;
  return { passkeyId, signed: { ...assertion, person, nonce, origin, call_sha256: callDigest(approval) } };
}

const callDigest = (approval: Approval) => digestOf(askedOf(approval));

/** The statement of this person's yes, for whichever nonce and site. */
export async function statementFor(
  tx: Tx,
  { actor }: UserScope,
  approval: Approval,
  { verdict, revision, sha256 }: Yes,
): Promise<(signed: { nonce: string; origin: string }) => string> {
  const { id, externalId, provider, tool, tenantId } = approval;
  const { key } = await tx.tenant.findUniqueOrThrow({ where: { id: tenantId }, select: { key: true } });
  const about = { approvalId: id, externalId, tenant: key, provider, tool, verdict, revision };
  const call_sha256 = callDigest(approval);
  return ({ nonce, origin }) =>
    statementText({ ...about, argumentsSha256: sha256, person: actor.id, nonce, origin, call_sha256 });
}
