"use client";

import { useRouter } from "next/navigation";
import { ConfirmAct } from "@/components/ui/confirm-act";
import { Card, Section } from "@/components/ui/page";
import { Time } from "@/components/ui/time";
import { createPasswordLinkAction, revokeLinkAction } from "@/lib/auth/people/actions";
import { LINK_DAYS } from "@/lib/auth/types";
import { DaysField } from "./days-field";
import { LinkDialog } from "./link-dialog";

/** Makes a link for a user who forgot their password. */
export function PasswordSection({
  userId,
  open,
}: {
  userId: string;
  /** A link that is still valid. */
  open: { id: string; expiresAt: Date } | null;
}) {
  const router = useRouter();
  return (
    <Section
      id="password"
      title="Password"
      description="You never learn anyone's password. Make a link that lets them set a new one. The old password works until they do. Setting a new one ends all their sessions and personal tokens."
    >
      <Card className="flex flex-wrap items-center gap-3">
        <LinkDialog
          label="Make a password link…"
          title="Make a link to set a new password"
          note="It works once. Any earlier link stops working."
          submit="Make the link"
          icon="key"
          make={createPasswordLinkAction}
          read={(data) => ({ userId, days: Number(data.get("days")) })}
        >
          {() => (
            <DaysField id="password-days" label="The link works for" choices={LINK_DAYS} defaultValue={1} />
          )}
        </LinkDialog>
        {open && (
          <>
            <span className="text-sm text-fg-muted">
              A password link works until <Time value={open.expiresAt} />
            </span>
            <ConfirmAct
              variant="ghost"
              label="Revoke it…"
              title="Revoke the password link?"
              description="The link stops working at once. The password does not change."
              confirm="Revoke it"
              pendingLabel="Revoking…"
              act={() => revokeLinkAction({ id: open.id })}
              onDone={() => router.refresh()}
            />
          </>
        )}
      </Card>
    </Section>
  );
}
