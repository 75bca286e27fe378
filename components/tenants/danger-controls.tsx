"use client";

import { useRouter } from "next/navigation";
import { ConfirmAct } from "@/components/ui/confirm-act";
import type { ActResult } from "@/components/ui/use-act";
import { DANGER } from "@/components/words/tenants";

export type CancelPending = (input: object) => Promise<ActResult<{ cancelled: number; left: number }>>;
export type RemoveTenant = (input: object) => Promise<ActResult>;

/** Cancels some calls at a time until none is left, or none of those left can be cancelled. */
export function CancelPendingButton({
  tenant,
  pending,
  cancelPending,
}: {
  tenant: string;
  pending: number;
  cancelPending: CancelPending;
}) {
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
      label={DANGER.cancelPending(pending)}
      title={DANGER.cancelTitle}
      description={DANGER.cancelText}
      confirm={DANGER.cancelDo}
      pendingLabel={DANGER.cancelling}
      onDone={() => router.refresh()}
    />
  );
}

/** Deletes the tenant once its key was typed. */
export function DeleteTenant({ tenant, remove }: { tenant: string; remove: RemoveTenant }) {
  const router = useRouter();
  return (
    <ConfirmAct
      act={() => remove({ key: tenant, typed: tenant })}
      icon="trash"
      label={DANGER.delete}
      title={DANGER.deleteTitle(tenant)}
      description={DANGER.deleteText}
      confirm={DANGER.deleteDo}
      pendingLabel={DANGER.deleting}
      typeToConfirm={tenant}
      onDone={() => router.push("/settings/tenants")}
    />
  );
}
