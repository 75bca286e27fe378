"use client";

import { useRouter } from "next/navigation";
import { ConfirmAct } from "@/components/ui/confirm-act";
import { revokeKey } from "@/lib/gateways/actions";

/** Revokes a key after the viewer read the consequence. */
export function RevokeKey({ keyId, prefix }: { keyId: string; prefix: string }) {
  const router = useRouter();
  return (
    <ConfirmAct
      act={() => revokeKey({ keyId })}
      label="Revoke…"
      title={`Revoke the key ${prefix}…?`}
      description="Countersign refuses requests with it within a second. Calls already held stay, and the gateway still receives their decisions. You cannot undo this, but you can create a new key."
      confirm="Revoke the key"
      pendingLabel="Revoking…"
      size="sm"
      onDone={() => router.refresh()}
    />
  );
}
