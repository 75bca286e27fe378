"use client";

import { useRouter } from "next/navigation";
import { ConfirmAct } from "@/components/ui/confirm-act";
import { deleteGroup } from "@/lib/policies/actions";

/** Deletes a group; the server refuses while policies name it. */
export function DeleteGroup({ name, policies }: { name: string; policies: readonly string[] }) {
  const router = useRouter();
  return (
    <ConfirmAct
      icon="trash"
      label="Delete…"
      disabled={policies.length > 0}
      title={`Delete the group ${name}?`}
      description="The group loses its members, and policies can no longer name it. Calls that wait for this group alone can then only be cancelled or expire. The activity log keeps its members."
      confirm="Delete the group"
      pendingLabel="Deleting…"
      act={() => deleteGroup({ name })}
      onDone={() => router.push("/settings/groups")}
    />
  );
}
