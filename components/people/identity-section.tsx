"use client";

import { useRouter } from "next/navigation";
import { ConfirmAct } from "@/components/ui/confirm-act";
import { Card, Section } from "@/components/ui/page";
import { Untrusted } from "@/components/ui/text/untrusted";
import { Time } from "@/components/ui/time";
import type { LinkedIdentity } from "@/lib/auth/people/types";
import { endIdentityLinkAction } from "@/lib/auth/sign-in/actions";

/** The sign-on accounts linked to a user, with a control that unlinks them. */
export function IdentitySection({
  userId,
  identities,
  own,
}: {
  userId: string;
  identities: readonly LinkedIdentity[];
  own: boolean;
}) {
  const router = useRouter();
  return (
    <Section
      id="single-sign-on"
      title="Single sign-on"
      actions={
        identities.length > 0 && (
          <ConfirmAct
            size="sm"
            label="End the link…"
            title="End the link to single sign-on?"
            description={
              own
                ? "You are signed out of all other browsers, and your tokens are revoked. With a password you can link it again in your profile; without one, your next single sign-on with this address links it again."
                : "They are signed out everywhere, and their tokens are revoked. With a password they can link it again in their profile; without one, their next single sign-on with this address links it again, and they keep their role. To keep them out, switch them off."
            }
            confirm="End the link"
            pendingLabel="Ending the link…"
            act={() => endIdentityLinkAction({ id: userId })}
            onDone={() => router.refresh()}
          />
        )
      }
    >
      <Card flush>
        {identities.length === 0 && <p className="px-4 py-3.5 text-sm text-fg-muted">Not linked</p>}
        <ul className="divide-y divide-border">
          {identities.map(({ issuer, subject, linkedAt }) => (
            <li key={`${issuer}#${subject}`} className="px-3.5 py-(--row-pad)">
              <p className="text-sm font-medium wrap-anywhere">
                <Untrusted mono>{subject}</Untrusted>
              </p>
              <p className="text-xs text-fg-muted wrap-anywhere">
                at <Untrusted mono>{issuer}</Untrusted>, linked <Time value={linkedAt} />
              </p>
            </li>
          ))}
        </ul>
      </Card>
    </Section>
  );
}
