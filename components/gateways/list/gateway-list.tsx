import type { ReactNode } from "react";
import { Link } from "@/components/ui/link";
import { Untrusted } from "@/components/ui/text/untrusted";
import { callbackWords, failureWords, feedWords, NO_CALLBACK_URL } from "@/components/words/gateways";
import { redactTarget } from "@/lib/core/text/redaction";
import type { Gateway } from "@/lib/gateways/types";
import { type GatewayHealth, HEALTH_COUNT_MAX } from "@/lib/insights/types";
import { HealthMark, Moment } from "../health";

type ListedGateway = { gateway: Gateway; health: GatewayHealth };

/** Gateways, each with the words on how it is doing. */
export function GatewayList({ rows }: { rows: readonly ListedGateway[] }) {
  return (
    <ul aria-label="Gateways by name" className="divide-y divide-border">
      {rows.map((row) => (
        <Row key={row.gateway.id} {...row} />
      ))}
    </ul>
  );
}

function Row({ gateway, health }: ListedGateway) {
  const { failuresHour, failuresDay, owed, dead } = health;
  return (
    <li
      data-row={gateway.id}
      className="relative grid gap-x-6 gap-y-2 px-4 py-3.5 hover:bg-sunken lg:grid-cols-[minmax(0,1.3fr)_minmax(0,2fr)]"
    >
      <div className="flex min-w-0 flex-col gap-1">
        <span className="flex flex-wrap items-center gap-x-2.5 gap-y-1">
          <Link
            href={`/gateways/${gateway.id}`}
            data-key="row"
            className="font-medium wrap-anywhere after:absolute after:inset-0 hover:underline max-sm:inline-flex max-sm:min-h-12 max-sm:items-center"
          >
            <Untrusted>{gateway.name}</Untrusted>
          </Link>
          <HealthMark gateway={gateway} health={health} />
        </span>
        <span className="text-xs text-fg-muted">
          {gateway.tenants.map(({ key }, index) => (
            <span key={key}>
              {index > 0 && ", "}
              <Untrusted>{key}</Untrusted>
            </span>
          ))}
        </span>
        <span className="text-xs text-fg-muted">
          {gateway.callbackUrl ? (
            <Untrusted mono>{redactTarget(gateway.callbackUrl)}</Untrusted>
          ) : (
            NO_CALLBACK_URL
          )}
        </span>
      </div>
      <dl className="grid grid-cols-2 gap-x-4 gap-y-2 text-sm sm:grid-cols-3">
        <Fact term="Last request">
          <Moment at={health.lastRequestAt} focusable={false} />
        </Fact>
        <Fact term="Last acknowledged callback">
          <Moment at={health.lastToldAt} focusable={false} />
        </Fact>
        <Fact term="Failed attempts">{failureWords(failuresHour, failuresDay, HEALTH_COUNT_MAX)}</Fact>
        <Fact term="Queued">{callbackWords(owed, HEALTH_COUNT_MAX)}</Fact>
        <Fact term="Undelivered">{callbackWords(dead, HEALTH_COUNT_MAX)}</Fact>
        <Fact term="Events feed">
          {health.feed ? feedWords(health.feed.behind, HEALTH_COUNT_MAX) : "not read in the last day"}
        </Fact>
      </dl>
    </li>
  );
}

function Fact({ term, children }: { term: string; children: ReactNode }) {
  return (
    <div className="min-w-0">
      <dt className="text-2xs text-fg-subtle">{term}</dt>
      <dd className="wrap-anywhere">{children}</dd>
    </div>
  );
}
