"use client";

import { useRouter } from "next/navigation";
import { ActionForm } from "@/components/ui/action-form";
import { TextField } from "@/components/ui/field";
import type { ActResult } from "@/components/ui/use-act";
import { CALLBACK } from "@/components/words/gateways";

/** Where decisions are told, and what a change does to what is owed. */
export function CallbackForm({
  gatewayId,
  url,
  owed,
  change,
}: {
  gatewayId: string;
  url: string | null;
  /** What is owed, in words. */
  owed: string;
  change: (input: { gatewayId: string; url: string | null }) => Promise<ActResult>;
}) {
  const router = useRouter();
  return (
    <ActionForm
      action={change}
      label={CALLBACK.form}
      read={(data) => ({ gatewayId, url: String(data.get("url") ?? "").trim() })}
      submit={CALLBACK.save}
      pendingLabel={CALLBACK.saving}
      done={CALLBACK.saved}
      onDone={() => router.refresh()}
      variant="outline"
    >
      {(fields) => (
        <>
          <TextField
            name="url"
            label={CALLBACK.url}
            hint={CALLBACK.urlHint}
            error={fields.url}
            defaultValue={url ?? ""}
            inputMode="url"
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
          />
          <p className="text-xs text-fg-muted">{owed}</p>
        </>
      )}
    </ActionForm>
  );
}
