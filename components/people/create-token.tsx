"use client";

import { ActionDialog } from "@/components/ui/action-dialog";
import { TextField } from "@/components/ui/field";
import { SecretOnce } from "@/components/ui/secret-once";
import { createTokenAction } from "@/lib/auth/people/actions";
import { TOKEN_DAYS } from "@/lib/auth/types";
import { DaysField } from "./days-field";

/** A button, a form that creates a token, and the token, shown once. */
export function CreateToken() {
  return (
    <ActionDialog
      button={{ size: "sm", icon: "plus", children: "Make a token…" }}
      title="Make a personal token"
      description="Anyone who has it can do what you can do."
      action={createTokenAction}
      read={(data) => ({ name: String(data.get("name") ?? ""), days: Number(data.get("days")) })}
      submit="Make the token"
      pendingLabel="Making the token…"
      made={({ token }) => ({
        title: "The token is ready",
        children: <SecretOnce label="The token" value={token} />,
      })}
    >
      {(fields) => (
        <>
          <TextField
            name="name"
            id="token-name"
            label="What is it for?"
            hint="For example: nightly export"
            error={fields.name}
            maxLength={100}
            autoComplete="off"
            data-autofocus
          />
          <DaysField id="token-days" label="It works for" choices={TOKEN_DAYS} defaultValue={30} />
        </>
      )}
    </ActionDialog>
  );
}
