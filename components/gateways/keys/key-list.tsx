import type { ReactNode } from "react";
import { StatusMark } from "@/components/ui/badge";
import { Banner } from "@/components/ui/banner";
import { EmptyState } from "@/components/ui/empty-state";
import type { IconName } from "@/components/ui/icon";
import { Card } from "@/components/ui/page";
import { Code } from "@/components/ui/text/code";
import { Untrusted } from "@/components/ui/text/untrusted";
import { Time } from "@/components/ui/time";
import { DAY_MS } from "@/lib/core/durations";
import { keyState } from "@/lib/gateways/rules";
import { type GatewayKey, KEY_IDLE_DAYS, KEYS_MANY, type KeyState } from "@/lib/gateways/types";

const ICONS: Record<KeyState, IconName> = {
  active: "check",
  ending: "hourglass",
  ended: "clock",
  revoked: "ban",
};

const STATE_WORDS: Record<KeyState, string> = {
  active: "Active",
  ending: "Being replaced",
  ended: "Expired",
  revoked: "Revoked",
};

/** A gateway's keys, newest first. `acts` are the buttons of an accepted key. */
export function KeyList({
  keys,
  now,
  mayMake,
  acts,
}: {
  keys: readonly GatewayKey[];
  now: Date;
  mayMake: boolean;
  acts: (key: GatewayKey, state: KeyState) => ReactNode;
}) {
  if (keys.length === 0) {
    return (
      <Card>
        <EmptyState icon="key" title="No key yet">
          {mayMake
            ? "Without one the gateway cannot ask. Create its first key; a command for its first call comes with it."
            : "Without one the gateway cannot ask. An administrator of all tenants creates keys."}
        </EmptyState>
      </Card>
    );
  }
  const prefixes = new Map(keys.map(({ id, prefix }) => [id, prefix]));
  const active = keys.filter((key) => keyState(key, now) === "active").length;
  return (
    <>
      {active > KEYS_MANY && (
        <Banner icon="key">
          {active} keys are active, too many to keep track of. Revoke those that no gateway uses.
        </Banner>
      )}
      <Card flush>
        <ul aria-label="Keys" className="divide-y divide-border">
          {keys.map((key) => (
            <Row
              key={key.id}
              value={key}
              now={now}
              successor={key.replacedBy === null ? null : (prefixes.get(key.replacedBy) ?? null)}
              acts={acts(key, keyState(key, now))}
            />
          ))}
        </ul>
      </Card>
    </>
  );
}

function Row({
  value: key,
  now,
  successor,
  acts,
}: {
  value: GatewayKey;
  now: Date;
  successor: string | null;
  acts: ReactNode;
}) {
  const state = keyState(key, now);
  const over = state === "revoked" || state === "ended";
  const idle = !over && now.getTime() - (key.lastUsedAt ?? key.createdAt).getTime() > KEY_IDLE_DAYS * DAY_MS;
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-2 px-4 py-3" data-row={key.id}>
      <div className="flex min-w-0 flex-1 flex-col gap-1 max-sm:basis-full">
        <span className="flex flex-wrap items-center gap-2">
          <Code className="mono font-medium">{`${key.prefix}…`}</Code>
          <StatusMark icon={ICONS[state]} strong={!over}>
            {STATE_WORDS[state]}
          </StatusMark>
        </span>
        <span className="text-xs text-fg-muted">
          for <Untrusted>{key.tenants.map((tenant) => tenant.key).join(", ")}</Untrusted> · made{" "}
          <Time value={key.createdAt} />
          {" · "}
          {key.lastUsedAt ? (
            <span title="Exact to a minute.">
              last used <Time value={key.lastUsedAt} form="relative" />
            </span>
          ) : (
            "never used"
          )}
        </span>
        {key.revokedAt ? (
          <span className="text-xs text-fg-muted">
            revoked <Time value={key.revokedAt} />
          </span>
        ) : (
          key.endsAt && (
            <span className="text-xs font-medium">
              {successor && (
                <>
                  Replaced by <Code className="mono">{`${successor}…`}</Code>
                  {"; "}
                </>
              )}
              {state === "ended" ? "expired" : "expires"} <Time value={key.endsAt} />
            </span>
          )
        )}
        {idle && (
          <span className="text-xs text-fg-muted">
            Not used for {KEY_IDLE_DAYS} days. Revoke it if the gateway no longer needs it.
          </span>
        )}
      </div>
      {acts && <div className="flex flex-wrap gap-2">{acts}</div>}
    </li>
  );
}
