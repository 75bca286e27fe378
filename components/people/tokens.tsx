"use client";

import { useRouter } from "next/navigation";
import { StatusMark } from "@/components/ui/badge";
import { ConfirmAct } from "@/components/ui/confirm-act";
import { EmptyState } from "@/components/ui/empty-state";
import { Card, Section } from "@/components/ui/page";
import { Time } from "@/components/ui/time";
import type { TokenInfo } from "@/lib/auth/credentials/types";
import { revokeTokenAction } from "@/lib/auth/people/actions";
import { CreateToken } from "./create-token";

/** A user's tokens. Only the own profile can create one. */
export function Tokens({
  rows,
  now,
  own,
}: {
  rows: readonly TokenInfo[];
  /** The server's time of the read, in ms. */
  now: number;
  own: boolean;
}) {
  return (
    <Section
      id="tokens"
      title="Personal tokens"
      description={
        own
          ? "For scripts that act as you, with your role and your tenants. Send it to the API as a bearer token."
          : "For scripts that act as this person. Only they can make one."
      }
      actions={own && rows.length > 0 && <CreateToken />}
    >
      <Card flush>
        {rows.length === 0 ? (
          <EmptyState icon="key" title="No tokens" action={own && <CreateToken />}>
            {own ? "Make one for a script that reads or decides in your name." : "They have made none."}
          </EmptyState>
        ) : (
          <ul className="divide-y divide-border">
            {rows.map((token) => (
              <TokenRow key={token.id} token={token} now={now} />
            ))}
          </ul>
        )}
      </Card>
    </Section>
  );
}

function TokenRow({
  token: { id, name, prefix, expiresAt, revokedAt, lastUsedAt },
  now,
}: {
  token: TokenInfo;
  now: number;
}) {
  const router = useRouter();
  const expired = expiresAt !== null && expiresAt.getTime() <= now;
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-1.5 px-3.5 py-(--row-pad)">
      <div className="min-w-0 flex-1 basis-60">
        <p className="flex flex-wrap items-center gap-2 text-sm font-medium">
          <bdi className="wrap-anywhere">{name || "Without a name"}</bdi>
          <code className="text-xs font-normal text-fg-muted">{prefix}…</code>
        </p>
        <p className="text-xs text-fg-muted">
          {expiresAt ? (
            <>
              expires <Time value={expiresAt} />
            </>
          ) : (
            "never expires"
          )}
          {" · "}
          {lastUsedAt ? (
            <>
              last used <Time value={lastUsedAt} form="relative" />
            </>
          ) : (
            "never used"
          )}
        </p>
      </div>
      {revokedAt ? (
        <StatusMark icon="ban">
          revoked <Time value={revokedAt} form="relative" />
        </StatusMark>
      ) : expired ? (
        <StatusMark icon="clock">Expired</StatusMark>
      ) : (
        <ConfirmAct
          size="sm"
          variant="ghost"
          label="Revoke…"
          title="Revoke this token?"
          description="Countersign refuses scripts that use it from their next request. You cannot bring it back."
          confirm="Revoke it"
          pendingLabel="Revoking…"
          act={() => revokeTokenAction({ id })}
          onDone={() => router.refresh()}
        />
      )}
    </li>
  );
}
