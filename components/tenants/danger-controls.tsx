"use client";

import { useRouter } from "next/navigation";
import { ConfirmAct } from "@/components/ui/confirm-act";
import { counted } from "@/components/words/counts";
import { cancelPending, endGrants } from "@/lib/approvals/actions";
import { removeTenant } from "@/lib/maintenance/actions";

/** Ends calls in batches until none is left, or the rest cannot be ended. */
async function endAll(act: typeof cancelPending, tenant: string) {
  for (;;) {
    const result = await act({ key: tenant });
    if (!result.ok || result.left === 0 || result.cancelled === 0) return result;
  }
}

/** Revokes every approval that waits for its agent to repeat the call. */
export function EndGrantsButton({ tenant, grants }: { tenant: string; grants: number }) {
  const router = useRouter();
  return (
    <ConfirmAct
      act={() => endAll(endGrants, tenant)}
      label={`End ${counted(grants, "unused grant", "unused grants")}…`}
      title="End every unused grant of this tenant?"
      description="Each approval is revoked, so the agent’s repeated call does not run. This cannot be undone."
      confirm="End them"
      pendingLabel="Ending…"
      onDone={() => router.refresh()}
    />
  );
}

/** Cancels every call that waits for a decision. */
export function CancelPendingButton({ tenant, pending }: { tenant: string; pending: number }) {
  const router = useRouter();
  return (
    <ConfirmAct
      act={() => endAll(cancelPending, tenant)}
      label={`Cancel ${counted(pending, "pending call", "pending calls")}…`}
      title="Cancel every pending call of this tenant?"
      description="Each call ends as cancelled and does not run. Countersign notifies its gateway. You cannot undo this."
      confirm="Cancel them"
      pendingLabel="Cancelling…"
      onDone={() => router.refresh()}
    />
  );
}

export function DeleteTenant({ tenant }: { tenant: string }) {
  const router = useRouter();
  return (
    <ConfirmAct
      act={() => removeTenant({ key: tenant, typed: tenant })}
      icon="trash"
      label="Delete the tenant…"
      title={`Delete ${tenant}?`}
      description="From that moment no one can use the tenant, and no key acts for it. The worker deletes its rows over the following minutes."
      confirm="Delete the tenant"
      pendingLabel="Deleting…"
      typeToConfirm={tenant}
      onDone={() => router.push("/settings/tenants")}
    />
  );
}
