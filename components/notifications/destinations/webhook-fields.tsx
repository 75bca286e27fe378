"use client";

import { Checkbox } from "@/components/ui/checkbox";
import { SelectField, TextareaField, TextField } from "@/components/ui/field";
import { FIRST_TEMPLATE, PLACEHOLDERS } from "@/lib/channels/destinations/template";
import {
  type Destination,
  PRESET_FACTS,
  WEBHOOK_PRESETS,
  type WebhookPreset,
} from "@/lib/channels/destinations/types";

type Props = {
  fields: Readonly<Record<string, string>>;
  now: Destination["webhook"];
  isNew: boolean;
  preset: WebhookPreset;
  onPreset: (preset: WebhookPreset) => void;
};

/** Service, URL and secret of a webhook; a template for services without a form of their own. */
export function WebhookFields({ fields, now, isNew, preset, onPreset }: Props) {
  const facts = PRESET_FACTS[preset];
  const isSame = now?.preset === preset;
  const urlHint =
    !isNew && isSame
      ? "Empty: keeps the stored one"
      : facts.fixedUrl
        ? `Empty: ${facts.fixedUrl}`
        : `For example ${facts.urlForm}`;
  return (
    <>
      <SelectField
        name="preset"
        id="destination-preset"
        label="Service"
        value={preset}
        onChange={({ target }) => onPreset(WEBHOOK_PRESETS.find((one) => one === target.value) ?? "own")}
        hint={
          facts.resolves
            ? "Its entry is closed when the call ends, so ends are no events of their own."
            : undefined
        }
      >
        {WEBHOOK_PRESETS.map((one) => (
          <option key={one} value={one}>
            {PRESET_FACTS[one].label}
          </option>
        ))}
      </SelectField>
      <TextField
        name="url"
        id="destination-url"
        label="URL"
        hint={urlHint}
        error={fields["target/url"]}
        inputMode="url"
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
      />
      {preset === "own" && <Header fields={fields} header={now?.header ?? null} />}
      {facts.secret && (
        <TextField
          key={preset}
          name="secret"
          id="destination-secret"
          type="password"
          label={facts.secret.label}
          hint={
            isSame && now?.hasSecret
              ? "Empty: keeps the stored one"
              : facts.secret.isRequired
                ? "Stored encrypted, never shown"
                : "If the service asks for one. Stored encrypted"
          }
          error={fields["target/secret"]}
          autoComplete="new-password"
        />
      )}
      {preset === "own" && <Template fields={fields} now={now} />}
    </>
  );
}

function Header({ fields, header }: { fields: Props["fields"]; header: string | null }) {
  return (
    <TextField
      name="header"
      id="destination-header"
      label="Header"
      hint="That carries a secret, for example Authorization"
      defaultValue={header ?? ""}
      error={fields["target/header"]}
      autoComplete="off"
      autoCapitalize="none"
      spellCheck={false}
    />
  );
}

function Template({ fields, now }: { fields: Props["fields"]; now: Destination["webhook"] }) {
  return (
    <>
      <TextareaField
        name="template"
        id="destination-template"
        label="Body (JSON)"
        rows={10}
        className="mono"
        hint={`Placeholders, each between quotation marks: ${Object.keys(PLACEHOLDERS)
          .map((name) => `{{${name}}}`)
          .join(" ")}`}
        defaultValue={now?.template ?? FIRST_TEMPLATE}
        error={fields["target/template"]}
        spellCheck={false}
      />
      <Checkbox
        name="sendsUpdates"
        defaultChecked={now?.sendsUpdates ?? false}
        label="Send again when the call is decided, with {{state}} closed"
      />
    </>
  );
}
