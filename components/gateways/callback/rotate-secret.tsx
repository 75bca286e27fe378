"use client";

import { useRouter } from "next/navigation";
import { useState } from "react";
import { ActionForm } from "@/components/ui/action-form";
import { Button } from "@/components/ui/button";
import { Dialog } from "@/components/ui/dialog";
import { SecretOnce } from "@/components/ui/secret-once";
import type { ActResult } from "@/components/ui/use-act";
import { CALLBACK, KEYS } from "@/components/words/gateways";
import { OverlapField, overlapOf } from "../overlap-field";

/** A button and the dialog that makes a new signing secret and shows it once. */
export function RotateSecret({
  gatewayId,
  rotate,
}: {
  gatewayId: string;
  rotate: (input: { gatewayId: string; overlapHours: number }) => Promise<ActResult<{ secret: string }>>;
}) {
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
        {CALLBACK.rotate}
      </Button>
      {open && secret && (
        <Dialog
          open
          onClose={close}
          title={CALLBACK.madeTitle}
          footer={
            <Button variant="primary" onClick={close}>
              {KEYS.done}
            </Button>
          }
        >
          <SecretOnce label={CALLBACK.secret} value={secret} note={CALLBACK.madeNote} />
        </Dialog>
      )}
      {open && !secret && (
        <Dialog open onClose={close} title={CALLBACK.rotateTitle} description={CALLBACK.rotateNote}>
          <ActionForm
            action={rotate}
            read={(data) => ({ gatewayId, overlapHours: overlapOf(data) })}
            submit={CALLBACK.rotateDo}
            pendingLabel={CALLBACK.rotating}
            onDone={(made) => setSecret(made.secret)}
          >
            {(fields) => (
              <OverlapField
                label={CALLBACK.overlap}
                choices={CALLBACK.overlaps}
                error={fields.overlapHours}
              />
            )}
          </ActionForm>
        </Dialog>
      )}
    </>
  );
}
