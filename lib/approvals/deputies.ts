import type { Tx } from "@/lib/core/db";
import { DomainError } from "@/lib/core/errors";
import type { Approval } from "@/lib/generated/prisma/client";
import { demandsOf, onBehalfOfAbsent, separatesEditor } from "@/lib/policies/eligibility";
import { loadTenantSettings } from "@/lib/tenants/queries";
import type { AbsentPerson } from "./consent";

// A deputy decides in the place of somebody who is out: what keeps that person from approving keeps the deputy from it as well.

/** In whose place a vote was given, as they were called then. */
export type DeputyFor = { id: string; name: string };

/**
 * Of those in whose place somebody may decide a call, the ones in whose place they may approve it: neither who asked for it, where the
 * tenant or a policy keeps them from it, nor who edited it, where a policy does.
 * @param inPlaceOf nobody: the person decides by themself
 * @throws DomainError FORBIDDEN where none is left
 */
export async function assertMayApproveFor(
  tx: Tx,
  approval: Approval,
  inPlaceOf: readonly AbsentPerson[],
  edits: boolean,
): Promise<readonly AbsentPerson[]> {
  const [first] = inPlaceOf;
  if (!first) return [];
  const requesters = inPlaceOf.filter(({ isRequester }) => isRequester);
  const apart = requesters.length > 0 && (await loadTenantSettings(tx, approval.tenantId)).blockSelfApproval;
  const others = apart ? inPlaceOf.filter(({ isRequester }) => !isRequester) : inPlaceOf;
  const [requester = first] = requesters;
  if (others.length === 0)
    throw new DomainError(
      "FORBIDDEN",
      `${onBehalfOfAbsent(requester)} Your approval was not recorded; you can still reject the call.`,
    );
  const editor = edits ? null : await editorOf(tx, approval);
  const left = others.filter(({ id }) => id !== editor);
  const policy = demandsOf(approval).find(separatesEditor)?.name ?? "";
  if (left.length === 0)
    throw new DomainError(
      "FORBIDDEN",
      `You decide for ${first.name} at present, who edited the arguments, and the policy “${policy}” lets nobody approve their own edit. Nothing was recorded.`,
    );
  return left;
}

/** Who put the present arguments there, where a policy keeps them from approving those. */
async function editorOf(tx: Tx, approval: Approval): Promise<string | null> {
  const { tenantId, id: approvalId, revision } = approval;
  if (revision === 1 || !demandsOf(approval).some(separatesEditor)) return null;
  const edit = await tx.approvalRevision.findFirst({
    where: { tenantId, approvalId, revision },
    select: { editedBy: true },
  });
  return edit?.editedBy ?? null;
}
