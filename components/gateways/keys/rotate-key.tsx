"use client";

import { ActionDialog } from "@/components/ui/action-dialog";
import { Time } from "@/components/ui/time";
import { rotateKey } from "@/lib/gateways/actions";
import { OverlapField, overlapOf } from "../overlap-field";
import { KEY_IS_READY, MadeKey } from "./made-key";

const OVERLAPS = [
  { value: "24", label: "in 24 hours" },
  { value: "168", label: "in 7 days" },
  { value: "0", label: "now: it may have leaked" },
  { value: "own", label: "after a number of hours" },
];

/**
 * Replaces a key. It stays on the page while the old key ends, because it shows the new key once.
 */
export function RotateKey({
  keyId,
  prefix,
  tenant,
  publicUrl,
  available,
}: {
  keyId: string;
  prefix: string;
  tenant: string;
  publicUrl: string;
  /** Whether the key can be replaced; otherwise there is no button. */
  available: boolean;
}) {
  return (
    <ActionDialog
      button={available ? { size: "sm", className: "max-sm:min-h-12", children: "Replace…" } : null}
      title={`Replace the key ${prefix}…`}
      description="Countersign creates a new key for the same tenants and accepts the old one until it expires, so nothing stops meanwhile."
      action={rotateKey}
      read={(data) => ({ keyId, overlapHours: overlapOf(data) })}
      submit="Make the new key"
      pendingLabel="Making it…"
      made={(key, { overlapHours }) => ({
        ...KEY_IS_READY,
        children: (
          <MadeKey made={key} tenant={tenant} publicUrl={publicUrl}>
            <p className="text-sm">
              {overlapHours === 0 ? (
                "The old key has expired."
              ) : (
                <>
                  The old key expires <Time value={key.endsAt} />
                </>
              )}
            </p>
          </MadeKey>
        ),
      })}
    >
      {(fields) => (
        <OverlapField label="The old key expires" choices={OVERLAPS} error={fields.overlapHours} />
      )}
    </ActionDialog>
  );
}
