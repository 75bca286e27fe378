"use client";

import { useState } from "react";
import { Checkbox } from "@/components/ui/checkbox";
import { FieldErrorText, SelectField, TextField } from "@/components/ui/field";
import { RISK_WORDS } from "@/components/ui/risk-mark";
import { CHANNEL_WORDS, KIND_WORDS } from "@/components/words/notifications";
import {
  DESTINATION_CHANNELS,
  DESTINATION_NAME_MAX,
  type Destination,
  type DestinationChannel,
  takesKind,
  type WebhookPreset,
} from "@/lib/channels/destinations/types";
import { RISKS } from "@/lib/core/risk";
import { NOTICE_KINDS, type NoticeKind } from "@/lib/notices/types";
import type { DestinationChoices } from "./types";
import { WebhookFields } from "./webhook-fields";

const FIRST_EVENTS: readonly NoticeKind[] = ["waits", "reminder", "escalated"];

type Props = {
  fields: Readonly<Record<string, string>>;
  choices: DestinationChoices;
  /** The destination that is changed; null for a new one. */
  now: Destination | null;
  tenant: string | null;
};

/** The fields of a destination; those of its channel follow the choice. */
export function DestinationFields({ fields, choices, now, tenant }: Props) {
  const [channel, setChannel] = useState<DestinationChannel>(now?.channel ?? "webhook");
  const [preset, setPreset] = useState<WebhookPreset>(now?.webhook?.preset ?? "teams");
  return (
    <>
      {now === null && <TenantField tenants={choices.tenants} tenant={tenant} error={fields.tenant} />}
      <TextField
        name="name"
        id="destination-name"
        label="Name"
        hint="What people see, for example On-call channel"
        defaultValue={now?.name}
        error={fields.name}
        maxLength={DESTINATION_NAME_MAX}
        autoComplete="off"
        data-autofocus
      />
      {now === null ? (
        <ChannelField channel={channel} setUp={choices.setUp} onChange={setChannel} />
      ) : (
        <input type="hidden" name="channel" value={channel} />
      )}
      {channel === "webhook" ? (
        <WebhookFields
          fields={fields}
          now={now?.webhook ?? null}
          isNew={now === null}
          preset={preset}
          onPreset={setPreset}
        />
      ) : (
        <AddressField channel={channel} now={now} error={fields["target/to"]} />
      )}
      <CallFields groups={choices.groups} now={now} error={fields.group} />
      <Events
        kinds={NOTICE_KINDS.filter((kind) => channel !== "webhook" || takesKind(preset, kind))}
        chosen={now?.events ?? FIRST_EVENTS}
        error={fields.events}
      />
    </>
  );
}

function TenantField({
  tenants,
  tenant,
  error,
}: Pick<DestinationChoices, "tenants"> & { tenant: string | null; error: string | undefined }) {
  return (
    <SelectField
      name="tenant"
      id="destination-tenant"
      label="Tenant"
      defaultValue={tenant ?? undefined}
      error={error}
    >
      {tenants.map(({ key, name }) => (
        <option key={key} value={key}>
          {name === key ? name : `${name} (${key})`}
        </option>
      ))}
    </SelectField>
  );
}

function ChannelField({
  channel,
  setUp,
  onChange,
}: Pick<DestinationChoices, "setUp"> & {
  channel: DestinationChannel;
  onChange: (channel: DestinationChannel) => void;
}) {
  const missing = `${CHANNEL_WORDS[channel]} is not set up yet: nothing is sent until it is.`;
  return (
    <SelectField
      name="channel"
      id="destination-channel"
      label="Where to"
      value={channel}
      onChange={({ target }) => onChange(channelOf(target.value))}
      hint={setUp.includes(channel) ? undefined : missing}
    >
      {DESTINATION_CHANNELS.map((one) => (
        <option key={one} value={one}>
          {CHANNEL_WORDS[one]}
        </option>
      ))}
    </SelectField>
  );
}

const ADDRESSES = {
  email: { label: "Address", hint: "One address, for example that of a mailing list" },
  slack: { label: "Channel", hint: "Its name or id, for example #approvals. Invite the app to it first." },
} as const;

function AddressField({
  channel,
  now,
  error,
}: {
  channel: "email" | "slack";
  now: Destination | null;
  error: string | undefined;
}) {
  return (
    <TextField
      name="to"
      id="destination-to"
      {...ADDRESSES[channel]}
      defaultValue={now?.address}
      error={error}
      autoComplete="off"
      autoCapitalize="none"
      spellCheck={false}
    />
  );
}

/** Which calls: of a group, and from which risk. */
function CallFields({
  groups,
  now,
  error,
}: Pick<DestinationChoices, "groups"> & { now: Destination | null; error: string | undefined }) {
  const group = now?.group ?? null;
  const gone = group !== null && "isGone" in group;
  return (
    <>
      <SelectField
        name="group"
        id="destination-group"
        label="Calls"
        defaultValue={group && "name" in group ? group.name : ""}
        hint={gone ? "Its group was deleted, so it gets no calls now." : undefined}
        error={error}
      >
        <option value="">All calls of the tenant</option>
        {groups.map((name) => (
          <option key={name} value={name}>
            Only calls that {name} may decide
          </option>
        ))}
      </SelectField>
      <SelectField
        name="minRisk"
        id="destination-risk"
        label="Lowest risk"
        defaultValue={now?.minRisk ?? "low"}
      >
        {RISKS.map((risk) => (
          <option key={risk} value={risk}>
            {RISK_WORDS[risk]}
            {risk === "low" ? ": every call" : risk === "critical" ? " only" : " and higher"}
          </option>
        ))}
      </SelectField>
    </>
  );
}

const channelOf = (text: string): DestinationChannel =>
  DESTINATION_CHANNELS.find((one) => one === text) ?? "webhook";

function Events({
  kinds,
  chosen,
  error,
}: {
  kinds: readonly NoticeKind[];
  chosen: readonly NoticeKind[];
  error: string | undefined;
}) {
  return (
    <fieldset
      className="flex flex-col gap-1"
      aria-describedby={error ? "destination-events-error" : undefined}
    >
      <legend className="mb-1 font-medium text-sm">Events</legend>
      <div className="grid gap-x-4 sm:grid-cols-2">
        {kinds.map((kind) => (
          <Checkbox
            key={kind}
            name="events"
            value={kind}
            defaultChecked={chosen.includes(kind)}
            label={KIND_WORDS[kind].name.replace(" for you", "").replace(" to you", "")}
          />
        ))}
      </div>
      {error && <FieldErrorText id="destination-events-error">{error}</FieldErrorText>}
    </fieldset>
  );
}
