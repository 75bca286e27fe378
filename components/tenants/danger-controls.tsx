"use client";

import { useRouter } from "next/navigation";
import { ConfirmAct } from "@/components/ui/confirm-act";
import { counted } from "@/components/words/counted";
import { cancelPending } from "@/lib/approvals/actions";
import { removeTenant } from "@/lib/maintenance/actions";

/** Cancels some calls at a time until none is left, or none of those left can be cancelled. */
export function CancelPendingButton({ tenant, pending }: { tenant: string; pending: number }) {
  const router = useRouter();
  const cancelAll = async () => {
    for (;;) {
      const result = await cancelPending({ key: tenant });
      if (!result.ok || result.left === 0 || result.cancelled === 0) return result;
    }
  };
  return (
    <ConfirmAct
      act={cancelAll}
      label={`Cancel ${counted(pending, "pending call", "pending calls")}…`}
      title="Cancel every pending call of this tenant?"
      description="Each call ends as cancelled and does not run, and Countersign tells its gateway. This cannot be undone."
      confirm="Cancel them"
      pendingLabel="Cancelling…"
      onDone={() => router.refresh()}
    />
  );
}

/** Deletes the tenant once its key was typed. */
export function DeleteTenant({ tenant }: { tenant: string }) {
  const router = useRouter();
  return (
    <ConfirmAct
      act={() => removeTenant({ key: tenant, typed: tenant })}
      icon="trash"
      label="Delete the tenant…"
      title={`Delete ${tenant}?`}
      description="From that moment nobody can use the tenant and no key acts for it. The worker deletes its rows over the following minutes."
      confirm="Delete the tenant"
      pendingLabel="Deleting…"
      typeToConfirm={tenant}
      onDone={() => router.push("/settings/tenants")}
    />
  );
}
