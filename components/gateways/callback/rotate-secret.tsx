"use client";

import { useRouter } from "next/navigation";
import { useState } from "react";
import { ActionForm } from "@/components/ui/action-form";
import { Button } from "@/components/ui/button";
import { Dialog } from "@/components/ui/dialog";
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
  const router = useRouter();
  const [open, setOpen] = useState(false);
  const [secret, setSecret] = useState<string | null>(null);
  const close = () => {
    setOpen(false);
    if (secret) router.refresh();
    setSecret(null);
  };
  return (
    <>
      <Button icon="refresh" onClick={() => setOpen(true)}>
        Make a new secret…
      </Button>
      {open && secret && (
        <Dialog
          open
          onClose={close}
          title="The new secret"
          footer={
            <Button variant="primary" onClick={close}>
              Done
            </Button>
          }
        >
          <SecretOnce
            label="Signing secret"
            value={secret}
            note="Copy it now: it is kept encrypted and is never shown again."
          />
        </Dialog>
      )}
      {open && !secret && (
        <Dialog
          open
          onClose={close}
          title="Make a new signing secret"
          description="Both secrets sign until the old one ends, so you can change the receiver without a gap. Any secret before that one stops signing."
        >
          <ActionForm
            action={rotateSecret}
            read={(data) => ({ gatewayId, overlapHours: overlapOf(data) })}
            submit="Make it"
            pendingLabel="Making it…"
            onDone={(made) => setSecret(made.secret)}
          >
            {(fields) => (
              <OverlapField label="The old secret signs" choices={OVERLAPS} error={fields.overlapHours} />
            )}
          </ActionForm>
        </Dialog>
      )}
    </>
  );
}
