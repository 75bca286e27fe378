"use client";

import { useRouter } from "next/navigation";
import { ActNotice } from "@/components/ui/act-notice";
import { ActionDialog } from "@/components/ui/action-dialog";
import { Button } from "@/components/ui/button";
import { TextField } from "@/components/ui/field";
import { useAct } from "@/components/ui/use-act";
import { turnCallback } from "@/lib/gateways/actions";
import { REASON_MAX } from "@/lib/gateways/types";

export function SwitchOff({ gatewayId }: { gatewayId: string }) {
  return (
    <ActionDialog
      button={{ icon: "ban", children: "Switch off…" }}
      title="Switch the callback off?"
      description="Countersign sends nothing to this gateway until you switch it on again. It gives up queued callbacks, which you can send again later. New decisions appear only in the events feed."
      action={turnCallback}
      read={(data) => ({ gatewayId, reason: String(data.get("reason") ?? "") })}
      submit="Switch it off"
      pendingLabel="Switching…"
    >
      {(fields) => (
        <TextField
          name="reason"
          label="Why"
          hint="Shown to everyone who finds it off."
          error={fields.reason}
          maxLength={REASON_MAX}
          autoComplete="off"
          data-autofocus
        />
      )}
    </ActionDialog>
  );
}

export function SwitchOn({ gatewayId }: { gatewayId: string }) {
  const router = useRouter();
  const act = useAct(turnCallback, { onDone: () => router.refresh() });
  return (
    <div className="flex flex-col items-start gap-2">
      <Button
        variant="primary"
        pending={act.pending}
        pendingLabel="Switching on…"
        onClick={() => void act.run({ gatewayId, reason: null })}
      >
        Switch on
      </Button>
      <ActNotice problem={act.problem} />
    </div>
  );
}
