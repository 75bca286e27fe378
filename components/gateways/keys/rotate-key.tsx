"use client";

import { useRouter } from "next/navigation";
import { useState } from "react";
import { ActionForm } from "@/components/ui/action-form";
import { Button } from "@/components/ui/button";
import { Dialog } from "@/components/ui/dialog";
import { Time } from "@/components/ui/time";
import { rotateKey } from "@/lib/gateways/actions";
import { OverlapField, overlapOf } from "../overlap-field";
import { MadeKey, type ShownKey } from "./made-key";

const OVERLAPS = [
  { value: "24", label: "in 24 hours" },
  { value: "168", label: "in 7 days" },
  { value: "0", label: "now: it may have leaked" },
  { value: "own", label: "after a number of hours" },
];

type Rotated = ShownKey & { endsAt: string };

/**
 * A button and the dialog that puts a new key in the place of an old one. It stays on the page while its key is ending, because
 * the new key is shown in it, this once.
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
  /** Whether the key can be replaced; there is no button otherwise. */
  available: boolean;
}) {
  const router = useRouter();
  const [open, setOpen] = useState(false);
  const [made, setMade] = useState<{ key: Rotated; atOnce: boolean } | null>(null);
  const close = () => {
    setOpen(false);
    if (made) router.refresh();
    setMade(null);
  };
  return (
    <>
      {available && (
        <Button onClick={() => setOpen(true)} size="sm" className="max-sm:min-h-12">
          Replace…
        </Button>
      )}
      {open && made && (
        <MadeKey made={made.key} tenant={tenant} publicUrl={publicUrl} onClose={close}>
          <p className="text-sm">
            {made.atOnce ? (
              "The old key has expired."
            ) : (
              <>
                The old key expires <Time value={made.key.endsAt} />
              </>
            )}
          </p>
        </MadeKey>
      )}
      {open && !made && (
        <Dialog
          open
          onClose={close}
          title={`Replace the key ${prefix}…`}
          description="Countersign creates a new key for the same tenants and accepts the old one until it expires, so nothing stops meanwhile."
        >
          <ActionForm
            action={async (input: { keyId: string; overlapHours: number }) => {
              const result = await rotateKey(input);
              if (result.ok) setMade({ key: result, atOnce: input.overlapHours === 0 });
              return result;
            }}
            read={(data) => ({ keyId, overlapHours: overlapOf(data) })}
            submit="Make the new key"
            pendingLabel="Making it…"
          >
            {(fields) => (
              <OverlapField label="The old key expires" choices={OVERLAPS} error={fields.overlapHours} />
            )}
          </ActionForm>
        </Dialog>
      )}
    </>
  );
}
