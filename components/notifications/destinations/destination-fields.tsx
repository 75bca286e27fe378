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
  const { tenants, groups, setUp } = choices;
  const gone = now?.group && "isGone" in now.group;
  return (
    <>
      {now === null && (
        <SelectField
          name="tenant"
          id="destination-tenant"
          label="Tenant"
          defaultValue={tenant ?? undefined}
          error={fields.tenant}
        >
          {tenants.map(({ key, name }) => (
            <option key={key} value={key}>
              {name === key ? name : `${name} (${key})`}
            </option>
          ))}
        </SelectField>
      )}
      <TextField
        name="name"
        id="destination-name"
        label="Name"
        hint="For people, for example On-call channel"
        defaultValue={now?.name}
        error={fields.name}
        maxLength={DESTINATION_NAME_MAX}
        autoComplete="off"
        data-autofocus
      />
      {now === null ? (
        <SelectField
          name="channel"
          id="destination-channel"
          label="Where to"
          value={channel}
          onChange={({ target }) => setChannel(channelOf(target.value))}
          hint={
            setUp.includes(channel)
              ? undefined
              : `${CHANNEL_WORDS[channel]} is not set up yet: nothing is sent until it is.`
          }
        >
          {DESTINATION_CHANNELS.map((one) => (
            <option key={one} value={one}>
              {CHANNEL_WORDS[one]}
            </option>
          ))}
        </SelectField>
      ) : (
        <input type="hidden" name="channel" value={channel} />
      )}
      {channel === "webhook" ? (
        <WebhookFields fields={fields} now={now?.webhook ?? null} isNew={now === null} />
      ) : (
        <TextField
          name="to"
          id="destination-to"
          label={channel === "email" ? "Address" : "Channel"}
          hint={
            channel === "email"
              ? "One address, for example that of a mailing list"
              : "Its name or id, for example #approvals. Invite the app to it first."
          }
          defaultValue={now?.address}
          error={fields["target/to"]}
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
        />
      )}
      <SelectField
        name="group"
        id="destination-group"
        label="Calls"
        defaultValue={now?.group && "name" in now.group ? now.group.name : ""}
        hint={gone ? "Its group was deleted, so nothing is sent now." : undefined}
        error={fields.group}
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
        label="Least risk"
        defaultValue={now?.minRisk ?? "low"}
      >
        {RISKS.map((risk) => (
          <option key={risk} value={risk}>
            {RISK_WORDS[risk]}
            {risk === "low" ? ": every call" : risk === "critical" ? " only" : " and higher"}
          </option>
        ))}
      </SelectField>
      <Events chosen={now?.events ?? FIRST_EVENTS} error={fields.events} />
    </>
  );
}

const channelOf = (text: string): DestinationChannel =>
  DESTINATION_CHANNELS.find((one) => one === text) ?? "webhook";

function Events({ chosen, error }: { chosen: readonly NoticeKind[]; error: string | undefined }) {
  return (
    <fieldset
      className="flex flex-col gap-1"
      aria-describedby={error ? "destination-events-error" : undefined}
    >
      <legend className="mb-1 font-medium text-sm">Events</legend>
      <div className="grid gap-x-4 sm:grid-cols-2">
        {NOTICE_KINDS.map((kind) => (
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
