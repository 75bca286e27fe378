import type { PasskeyResponse } from "@/lib/auth/passkeys/types";
import type { Tx } from "@/lib/core/db";
import type { UserScope } from "@/lib/core/scope";
import type { Approval } from "@/lib/generated/prisma/client";
import { loadTenantSettings } from "@/lib/tenants/queries";
import type { SeenOnRecord } from "../screen-proof";
import { unsigned } from "../signing/rules";
import { takeVoteSignature, type VoteSignature, type Yes } from "../signing/signature";
import { passkeyBecause } from "./rules";
import type { Demand } from "./types";

/** The proof of a vote: what the person saw, and their passkey signature; null if unsigned. */
export type Proof = { seen: SeenOnRecord; signature: VoteSignature | null };

/**
 * Takes the signature of an approval, in the transaction that stores the vote; null if none is
 * required or given.
 * @param yes `demands`: of all policies of the call, and of the one that matches an edit
 * @throws DomainError FORBIDDEN by token, VALIDATION_ERROR at /passkey
 */
export async function takeSignatureOf(
  tx: Tx,
  scope: UserScope,
  approval: Approval,
  { demands, response, ...yes }: Yes & { demands: readonly Demand[]; response: PasskeyResponse | undefined },
): Promise<VoteSignature | null> {
  if (response) return takeVoteSignature(tx, scope, approval, yes, response);
  const { risk, tenantId } = approval;
  const isCritical = risk === "critical";
  const criticalNeedsPasskey = isCritical && (await loadTenantSettings(tx, tenantId)).criticalNeedsPasskey;
  const because = passkeyBecause(demands, { risk, criticalNeedsPasskey });
  if (because !== null) throw unsigned(scope.actor, because);
  return null;
}

/** Replaces the stored signature of a vote; null removes it. */
export async function keepSignature(
  tx: Tx,
  { tenantId, voteId }: { tenantId: string; voteId: string },
  signature: VoteSignature | null,
): Promise<void> {
  if (signature === null)
    await tx.$executeRaw`
      delete from vote_signatures where tenant_id = ${tenantId}::uuid and vote_id = ${voteId}::uuid`;
  else
    await tx.$executeRaw`
      insert into vote_signatures (tenant_id, vote_id, passkey_id, signed)
      values (${tenantId}::uuid, ${voteId}::uuid, ${signature.passkeyId}::uuid, ${JSON.stringify(signature.signed)}::jsonb)
      on conflict (tenant_id, vote_id) do update set passkey_id = excluded.passkey_id, signed = excluded.signed`;
}
