"use client";

import { ActionDialog } from "@/components/ui/action-dialog";
import { SecretOnce } from "@/components/ui/secret-once";
import { rotateSecret } from "@/lib/gateways/actions";
import { OverlapField, overlapOf } from "../overlap-field";

const OVERLAPS = [
  { value: "24", label: "for 24 more hours" },
  { value: "168", label: "for 7 more days" },
  { value: "0", label: "no longer: it may have leaked" },
  { value: "own", label: "for a number of hours" },
];

/** A button and the dialog that makes a new signing secret and shows it once. */
export function RotateSecret({ gatewayId }: { gatewayId: string }) {
  return (
    <ActionDialog
      button={{ icon: "refresh", children: "Make a new secret…" }}
      title="Make a new signing secret"
      description="Both secrets sign until the old one ends, so you can change the receiver without a gap. Any secret before that one stops signing."
      action={rotateSecret}
      read={(data) => ({ gatewayId, overlapHours: overlapOf(data) })}
      submit="Make it"
      pendingLabel="Making it…"
      made={({ secret }) => ({
        title: "The new secret",
        children: (
          <SecretOnce
            label="Signing secret"
            value={secret}
            note="Copy it now: it is kept encrypted and is never shown again."
          />
        ),
      })}
    >
      {(fields) => (
        <OverlapField label="The old secret signs" choices={OVERLAPS} error={fields.overlapHours} />
      )}
    </ActionDialog>
  );
}
