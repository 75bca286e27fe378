"use client";

import { useRouter } from "next/navigation";
import { ConfirmAct } from "@/components/ui/confirm-act";
import { Card, Section } from "@/components/ui/page";
import { Time } from "@/components/ui/time";
import type { ActResult } from "@/components/ui/use-act";
import { INVITE, PERSON } from "@/components/words/people";
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
    <Section id="password" title={PERSON.passwordTitle} description={PERSON.passwordNote}>
      <Card className="flex flex-wrap items-center gap-3">
        <LinkDialog
          label={PERSON.passwordLink}
          title={PERSON.passwordLinkTitle}
          note={PERSON.passwordLinkNote}
          submit={INVITE.make}
          icon="key"
          make={make}
          read={(data) => ({ userId, days: Number(data.get("days")) })}
        >
          {() => <DaysField id="password-days" label={INVITE.days} choices={LINK_DAYS} defaultValue={1} />}
        </LinkDialog>
        {open && (
          <>
            <span className="text-sm text-fg-muted">
              {PERSON.passwordOpen} <Time value={open.expiresAt} />
            </span>
            <ConfirmAct
              variant="ghost"
              label={PERSON.passwordWithdraw}
              title={PERSON.passwordWithdrawTitle}
              description={PERSON.passwordWithdrawNote}
              confirm={INVITE.withdrawDo}
              pendingLabel={INVITE.withdrawing}
              act={() => withdraw({ id: open.id })}
              onDone={() => router.refresh()}
            />
          </>
        )}
      </Card>
    </Section>
  );
}
