"use client";

import { useRouter } from "next/navigation";
import { ConfirmAct } from "@/components/ui/confirm-act";
import type { ActResult } from "@/components/ui/use-act";
import { KEYS } from "@/components/words/gateways";

/** Ends a key, after its consequence was read. */
export function RevokeKey({
  keyId,
  prefix,
  revoke,
}: {
  keyId: string;
  prefix: string;
  revoke: (input: { keyId: string }) => Promise<ActResult>;
}) {
  const router = useRouter();
  return (
    <ConfirmAct
      act={() => revoke({ keyId })}
      label={KEYS.revoke}
      title={KEYS.revokeTitle(prefix)}
      description={KEYS.revokeNote}
      confirm={KEYS.revokeDo}
      pendingLabel={KEYS.revoking}
      size="sm"
      onDone={() => router.refresh()}
    />
  );
}
