import type { ReactNode } from "react";
import { StatusMark } from "@/components/ui/badge";
import type { IconName } from "@/components/ui/icon";
import { Link } from "@/components/ui/link";
import { type Detail, DetailList } from "@/components/ui/page";
import { Time } from "@/components/ui/time";
import { capped, counted } from "@/components/words/counts";
import { callbackWords, failureWords, feedWords, owedWords } from "@/components/words/gateways";
import { type Gateway, KEY_IDLE_DAYS, KEYS_MANY } from "@/lib/gateways/types";
import { type GatewayHealth, HEALTH_COUNT_MAX } from "@/lib/insights/types";

const MOST = HEALTH_COUNT_MAX;

/** The most important fact about a gateway's health. */
export function HealthMark({ gateway, health }: { gateway: Gateway; health: GatewayHealth }) {
  const [icon, words] = verdict(gateway, health);
  return (
    <StatusMark icon={icon} strong={icon !== "check"}>
      {words}
    </StatusMark>
  );
}

function verdict(gateway: Gateway, health: GatewayHealth): [IconName, string] {
  if (gateway.callbackOffAt !== null) return ["ban", "Callback switched off"];
  if (health.dead > 0) return ["unlink", "Undelivered"];
  if (health.failuresHour > 0) return ["alert", "Failing"];
  if (health.activeKeys === 0) return ["key", "Without a key"];
  if (health.lastRequestAt === null) return ["clock", "Never asked"];
  return ["check", "Healthy"];
}

export function Moment({ at, focusable = true }: { at: Date | null; focusable?: boolean }) {
  return at ? (
    <Time value={at} form="relative" focusable={focusable} />
  ) : (
    <span className="text-fg-subtle">never</span>
  );
}

/** The health of a gateway in words; each figure links to its rows. */
export function HealthList({ gateway, health }: { gateway: Gateway; health: GatewayHealth }) {
  const base = `/gateways/${gateway.id}`;
  const items: Detail[] = [
    { term: "Last request", value: <Moment at={health.lastRequestAt} /> },
    {
      term: "Refused requests",
      value: (
        <Count href={`${base}/requests?status=refused`} count={health.refusedDay}>
          {health.refusedDay === 0 ? "none" : capped(health.refusedDay, MOST, "request")} in the last day
        </Count>
      ),
    },
    {
      term: "Keys",
      value: (
        <Count href={`${base}/keys`} count={1}>
          {keyWords(health)}
        </Count>
      ),
    },
    { term: "Last acknowledged callback", value: <Moment at={health.lastToldAt} /> },
    {
      term: "Failed attempts",
      value: (
        <Count href={`${base}/deliveries`} count={health.failuresDay}>
          {failureWords(health.failuresHour, health.failuresDay, MOST)}
        </Count>
      ),
    },
    {
      term: "Queued",
      value: (
        <Count href={`${base}/deliveries?state=waiting`} count={health.owed}>
          {owedWords(health.owed, MOST)}
        </Count>
      ),
    },
    {
      term: "Undelivered",
      value: (
        <Count href={`/gateways/undelivered?gateway=${gateway.id}`} count={health.dead}>
          {callbackWords(health.dead, MOST)}
        </Count>
      ),
    },
    { term: "Events feed", value: <Feed health={health} /> },
  ];
  return <DetailList items={items} />;
}

function keyWords({ activeKeys, idleKeys, endingKeys }: GatewayHealth): string {
  return [
    activeKeys === 0 ? "none: it cannot ask" : counted(activeKeys, "key"),
    idleKeys > 0 && `${idleKeys} unused for ${KEY_IDLE_DAYS} days`,
    endingKeys > 0 && `${endingKeys} expiring within a day`,
    activeKeys > KEYS_MANY && "too many to keep an eye on",
  ]
    .filter(Boolean)
    .join(", ");
}

function Count({ href, count, children }: { href: string; count: number; children: ReactNode }) {
  if (count === 0) return <span className="text-fg-muted">{children}</span>;
  return (
    <Link
      href={href}
      className="-my-0.5 inline-flex min-h-6 items-center underline underline-offset-2 hover:text-accent"
    >
      {children}
    </Link>
  );
}

function Feed({ health }: { health: GatewayHealth }) {
  if (!health.feed) return <span className="text-fg-muted">not read in the last day</span>;
  return (
    <>
      {feedWords(health.feed.behind, MOST)}
      <span className="text-fg-muted">
        , last read <Time value={health.feed.readAt} form="relative" />
      </span>
    </>
  );
}
