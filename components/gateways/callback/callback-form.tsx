"use client";

import { useRouter } from "next/navigation";
import { ActionForm } from "@/components/ui/action-form";
import { TextField } from "@/components/ui/field";
import { changeCallback } from "@/lib/delivery/actions";

export function CallbackForm({
  gatewayId,
  url,
  owed,
}: {
  gatewayId: string;
  url: string | null;
  /** Changes the callback URL and shows the effect on queued callbacks. */
  owed: string;
}) {
  const router = useRouter();
  return (
    <ActionForm
      action={changeCallback}
      label="Where decisions go"
      read={(data) => ({ gatewayId, url: String(data.get("url") ?? "").trim() })}
      submit="Save"
      pendingLabel="Saving…"
      done="Saved"
      onDone={() => router.refresh()}
      variant="outline"
    >
      {(fields) => (
        <>
          <TextField
            name="url"
            label="Callback URL"
            hint="A public https address. Empty: the gateway reads the events feed instead."
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
