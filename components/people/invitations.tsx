"use client";

import { useRouter } from "next/navigation";
import { ConfirmAct } from "@/components/ui/confirm-act";
import { Untrusted } from "@/components/ui/text/untrusted";
import { Time } from "@/components/ui/time";
import { ROLES_SAID } from "@/components/words/people";
import { renewInvitationAction, revokeLinkAction } from "@/lib/auth/people/actions";
import type { Invitation } from "@/lib/auth/people/types";
import { LINK_DAYS } from "@/lib/auth/types";
import { DaysField } from "./days-field";
import { LinkDialog } from "./link-dialog";
import { shortList } from "./short-list";

/** Unused invitations. */
export function Invitations({ rows }: { rows: readonly Invitation[] }) {
  const router = useRouter();
  return (
    <ul className="divide-y divide-border">
      {rows.map(({ id, email, role, tenants, createdBy, expiresAt, expired }) => (
        <li key={id} className="flex flex-wrap items-center gap-x-4 gap-y-2 px-3.5 py-(--row-pad)">
          <div className="min-w-0 flex-1 basis-60">
            <p className="text-sm font-medium wrap-anywhere">{email}</p>
            <p className="text-xs text-fg-muted">
              {ROLES_SAID[role].name}
              {", "}
              {tenants === null ? "All tenants" : shortList(tenants)}
              {" · "}
              {expired ? "Expired" : "Works until"} <Time value={expiresAt} />
              {" · "}
              Invited by <Untrusted>{createdBy}</Untrusted>
            </p>
          </div>
          <div className="flex gap-2">
            <LinkDialog
              size="sm"
              label="New link…"
              title="Make a new link?"
              note="The earlier link stops working. The new one is shown once."
              submit="Make a new link"
              make={renewInvitationAction}
              read={(data) => ({ id, days: Number(data.get("days")) })}
            >
              {() => (
                <DaysField
                  id={`${id}-days`}
                  label="The link works for"
                  choices={LINK_DAYS}
                  defaultValue={3}
                />
              )}
            </LinkDialog>
            <ConfirmAct
              size="sm"
              variant="ghost"
              label="Revoke…"
              title="Revoke the invitation?"
              description="Its link stops working at once. You can invite the person again later."
              confirm="Revoke it"
              pendingLabel="Revoking…"
              act={() => revokeLinkAction({ id })}
              onDone={() => router.refresh()}
            />
          </div>
        </li>
      ))}
    </ul>
  );
}
