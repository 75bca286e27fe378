"use client";

import { useRouter } from "next/navigation";
import { ConfirmAct } from "@/components/ui/confirm-act";
import { Card, Section } from "@/components/ui/page";
import { Time } from "@/components/ui/time";
import type { ActResult } from "@/components/ui/use-act";
import { LINK_DAYS } from "@/lib/auth/types";
import { DaysField } from "./days-field";
import { LinkDialog, type MakeLink } from "./link-dialog";

/** The way to a new password for somebody who forgot theirs. */
export function PasswordSection({
  userId,
  open,
  make,
  withdraw,
}: {
  userId: string;
  /** A link that can still be used. */
  open: { id: string; expiresAt: Date } | null;
  make: MakeLink;
  withdraw: (input: object) => Promise<ActResult>;
}) {
  const router = useRouter();
  return (
    <Section
      id="password"
      title="Password"
      description="You never learn anybody's password. Make a link by which they set a new one; until they do, the old one works. Setting it ends all their sessions and personal tokens."
    >
      <Card className="flex flex-wrap items-center gap-3">
        <LinkDialog
          label="Make a password link…"
          title="Make a link to a new password"
          note="It works once. A link you made before stops working."
          submit="Make the link"
          icon="key"
          make={make}
          read={(data) => ({ userId, days: Number(data.get("days")) })}
        >
          {() => (
            <DaysField id="password-days" label="The link works for" choices={LINK_DAYS} defaultValue={1} />
          )}
        </LinkDialog>
        {open && (
          <>
            <span className="text-sm text-fg-muted">
              A password link is open until <Time value={open.expiresAt} />
            </span>
            <ConfirmAct
              variant="ghost"
              label="Withdraw it…"
              title="Withdraw the password link?"
              description="It stops working at once. The password stays as it is."
              confirm="Withdraw it"
              pendingLabel="Withdrawing…"
              act={() => withdraw({ id: open.id })}
              onDone={() => router.refresh()}
            />
          </>
        )}
      </Card>
    </Section>
  );
}
