"use client";

import { TextField } from "@/components/ui/field";
import { INVITE } from "@/components/words/people";
import { LINK_DAYS } from "@/lib/auth/types";
import { DaysField } from "./days-field";
import { LimitsField, limitsOf, type TenantChoice } from "./limits-field";
import { LinkDialog, type MakeLink } from "./link-dialog";
import { RoleField } from "./role-field";

/** A button and the dialog that invites somebody by a link. */
export function Invite({ invite, tenants }: { invite: MakeLink; tenants: readonly TenantChoice[] }) {
  return (
    <LinkDialog
      label={INVITE.open}
      title={INVITE.title}
      note={INVITE.note}
      submit={INVITE.make}
      variant="primary"
      icon="plus"
      make={invite}
      read={(data) => ({
        email: String(data.get("email") ?? ""),
        role: String(data.get("role") ?? ""),
        tenants: limitsOf(data),
        days: Number(data.get("days")),
      })}
    >
      {(fields) => (
        <>
          <TextField
            name="email"
            type="email"
            label={INVITE.email}
            hint={INVITE.emailHint}
            error={fields.email}
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
            data-autofocus
          />
          <RoleField label={INVITE.role} defaultValue="viewer" error={fields.role} />
          <LimitsField id="invite" tenants={tenants} defaultValue={null} error={fields.tenants} />
          <DaysField label={INVITE.days} choices={LINK_DAYS} defaultValue={3} />
        </>
      )}
    </LinkDialog>
  );
}
