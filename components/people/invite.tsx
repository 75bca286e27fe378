"use client";

import { TextField } from "@/components/ui/field";
import { inviteAction } from "@/lib/auth/people/actions";
import { LINK_DAYS } from "@/lib/auth/types";
import { DaysField } from "./days-field";
import { LimitsField, limitsOf, type TenantChoice } from "./limits-field";
import { LinkDialog } from "./link-dialog";
import { RoleField } from "./role-field";

/** A button and the dialog that invites a person by a link. */
export function Invite({ tenants }: { tenants: readonly TenantChoice[] }) {
  return (
    <LinkDialog
      label="Invite a person…"
      title="Invite a person"
      note="You get a link to pass on yourself. It works once. The person who opens it chooses a name and a password."
      submit="Make the link"
      variant="primary"
      icon="plus"
      make={inviteAction}
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
            label="E-mail address"
            hint="They sign in with it. Countersign sends nothing to it."
            error={fields.email}
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
            data-autofocus
          />
          <RoleField defaultValue="viewer" error={fields.role} />
          <LimitsField id="invite" tenants={tenants} defaultValue={null} error={fields.tenants} />
          <DaysField label="The link works for" choices={LINK_DAYS} defaultValue={3} />
        </>
      )}
    </LinkDialog>
  );
}
