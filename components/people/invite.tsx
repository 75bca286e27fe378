"use client";

import { TextField } from "@/components/ui/field";
import { LINK_DAYS } from "@/lib/auth/types";
import { DaysField } from "./days-field";
import { LimitsField, limitsOf, type TenantChoice } from "./limits-field";
import { LinkDialog, type MakeLink } from "./link-dialog";
import { RoleField } from "./role-field";

/** A button and the dialog that invites somebody by a link. */
export function Invite({ invite, tenants }: { invite: MakeLink; tenants: readonly TenantChoice[] }) {
  return (
    <LinkDialog
      label="Invite somebody…"
      title="Invite somebody"
      note="You get a link to hand over yourself. It works once; who opens it chooses name and password."
      submit="Make the link"
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
            label="E-mail address"
            hint="It becomes their sign-in name. Nothing is sent to it."
            error={fields.email}
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
            data-autofocus
          />
          <RoleField label="Role" defaultValue="viewer" error={fields.role} />
          <LimitsField id="invite" tenants={tenants} defaultValue={null} error={fields.tenants} />
          <DaysField label="The link works for" choices={LINK_DAYS} defaultValue={3} />
        </>
      )}
    </LinkDialog>
  );
}
