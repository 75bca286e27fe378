import { Badge } from "@/components/ui/badge";
import { EmptyState } from "@/components/ui/empty-state";
import { Card, Section } from "@/components/ui/page";
import { Time } from "@/components/ui/time";
import type { PasskeyInfo, Proof } from "@/lib/auth/passkeys/types";
import { AddPasskey } from "./add-passkey";
import { PASSKEY_LIST } from "./passkey-list";
import { RemovePasskey } from "./remove-passkey";
import { RenamePasskey } from "./rename-passkey";

type Props = {
  rows: readonly PasskeyInfo[];
  /** Tenants whose critical calls they cannot approve without a passkey, in a few words each. */
  needs: readonly string[];
  /** How the person proves their identity; null on another person's page. */
  proof: Proof | null;
  /** Whether browsers create passkeys for this address. */
  possible: boolean;
  /** Whether people sign in with them here; shown on the own profile. */
  signsIn?: boolean;
};

/** A person's passkeys. Only the own profile can add one. */
export function Passkeys({ rows, needs, proof, possible, signsIn = false }: Props) {
  const own = proof !== null;
  const add = own && possible ? <AddPasskey proof={proof} /> : null;
  return (
    <Section
      id="passkeys"
      title="Passkeys"
      description={own ? ownWords(signsIn) : "This person signs decisions with them. Only they can add one."}
      // Same position before and after the first one, because the focus returns to it.
      actions={add}
    >
      <div id={PASSKEY_LIST} tabIndex={-1} className="outline-none">
        <Card flush>
          {rows.length === 0 ? (
            <EmptyState icon="key" title="No passkeys">
              {possible ? emptyWords(own, needs) : IMPOSSIBLE}
            </EmptyState>
          ) : (
            <ul className="divide-y divide-border">
              {rows.map((row) => (
                <Row key={row.id} row={row} needs={rows.length === 1 ? needs : []} proof={proof} />
              ))}
            </ul>
          )}
        </Card>
      </div>
    </Section>
  );
}

const IMPOSSIBLE =
  "Browsers make no passkeys for this address: it has to be https with a name, or localhost. An administrator can set PUBLIC_URL.";

function ownWords(signsIn: boolean): string {
  const signing =
    "Your device checks that it is you, by fingerprint, face or PIN. You sign decisions with a passkey where a policy or a tenant asks for one";
  return signsIn ? `${signing}, and you can sign in with it.` : `${signing}.`;
}

function emptyWords(own: boolean, needs: readonly string[]): string {
  if (needs.length === 0)
    return own ? "Add one on this device or on a security key." : "They have added none.";
  const asked = `Without one, ${own ? "you cannot" : "they cannot"} approve ${needs.join(", nor ")}.`;
  return own ? asked : `They have added none. ${asked}`;
}

function Row({
  row: { id, name, fingerprint, synced, createdAt, lastUsedAt },
  needs,
  proof,
}: {
  row: PasskeyInfo;
  needs: readonly string[];
  proof: Proof | null;
}) {
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-1.5 px-3.5 py-(--row-pad)">
      <div className="min-w-0 flex-1 basis-60">
        <p className="flex flex-wrap items-center gap-2 text-sm font-medium">
          <bdi className="wrap-anywhere">{name}</bdi>
          {synced ? <Badge>Synced between devices</Badge> : null}
        </p>
        <p className="text-xs text-fg-muted">
          added <Time value={createdAt} form="date" />
          {" · "}
          {lastUsedAt ? (
            <>
              last used <Time value={lastUsedAt} form="relative" />
            </>
          ) : (
            "never used"
          )}
          {" · key "}
          <code className="wrap-anywhere">{fingerprint}</code>
        </p>
      </div>
      {proof !== null && <RenamePasskey id={id} name={name} />}
      <RemovePasskey id={id} name={name} needs={needs} proof={proof} />
    </li>
  );
}
