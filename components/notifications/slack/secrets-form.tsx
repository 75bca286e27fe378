"use client";

import { useRouter } from "next/navigation";
import { ActionForm } from "@/components/ui/action-form";
import { ConfirmAct } from "@/components/ui/confirm-act";
import { TextField } from "@/components/ui/field";
import { removeSlack, saveSlack } from "@/lib/channels/slack/actions";
import { SLACK_VARIABLES, type SlackFacts, type SlackSecret } from "@/lib/channels/slack/types";

const FIELDS: readonly { name: SlackSecret; label: string; hint: string }[] = [
  { name: "botToken", label: "Bot token (xoxb-…)", hint: "OAuth & Permissions, after the app is installed" },
  {
    name: "appToken",
    label: "App-level token (xapp-…)",
    hint: "Basic Information, with the scope connections:write. For Socket Mode",
  },
  { name: "signingSecret", label: "Signing secret", hint: "Basic Information, App Credentials. For HTTP" },
];

/** The secrets to store. A field left empty keeps what is stored. */
export function SecretsForm({ sources }: Pick<SlackFacts, "sources">) {
  const router = useRouter();
  const refresh = () => router.refresh();
  const isStored = Object.values(sources).some((source) => source === "stored" || source === "unreadable");
  return (
    <ActionForm
      label="Secrets of the Slack app"
      action={saveSlack}
      read={(data) => ({
        botToken: String(data.get("botToken") ?? ""),
        appToken: String(data.get("appToken") ?? ""),
        signingSecret: String(data.get("signingSecret") ?? ""),
      })}
      submit="Save secrets"
      pendingLabel="Saving…"
      done="Saved"
      clearWhenDone
      onDone={refresh}
      footer={
        isStored && (
          <ConfirmAct
            label="Remove stored secrets…"
            act={() => removeSlack({})}
            title="Remove the stored secrets?"
            description="Countersign sends nothing to Slack any more, and its buttons stop working, unless the environment sets the secrets. Linked accounts stay."
            confirm="Remove secrets"
            pendingLabel="Removing…"
            onDone={refresh}
          />
        )
      }
    >
      {(errors) =>
        FIELDS.map(({ name, label, hint }) => (
          <TextField
            key={name}
            name={name}
            type="password"
            autoComplete="off"
            spellCheck={false}
            label={label}
            hint={hintOf(sources[name], SLACK_VARIABLES[name], hint)}
            error={errors[name]}
          />
        ))
      }
    </ActionForm>
  );
}

function hintOf(source: SlackFacts["sources"][SlackSecret], variable: string, hint: string): string {
  if (source === "environment")
    return `${variable} is in force. What you store here is used only without it.`;
  if (source === "stored") return `Stored. Leave empty to keep it. ${hint}.`;
  return `${hint}.`;
}
