import type { IconName } from "@/components/ui/icon";
import { Link } from "@/components/ui/link";
import { Untrusted } from "@/components/ui/text/untrusted";
import { Time } from "@/components/ui/time";
import { Timeline } from "@/components/ui/timeline";
import { counted } from "@/components/words/counts";
import type { ApprovalView, DeliveryView, TimelineItem } from "@/lib/approvals/detail/types";
import { ReplayButton } from "./replay-button";
import { SectionTitle } from "./section-title";

const ICONS: Record<TimelineItem["kind"], IconName> = {
  requested: "bot",
  notified: "inbox",
  viewed: "eye",
  assigned: "user",
  edited: "edit",
  vote: "users",
  decided: "check-circle",
  extended: "hourglass",
  dispatched: "send",
  told: "check",
  delivery: "alert",
  started: "play",
  finished: "flag",
  note: "info",
};

const DELIVERY: Record<DeliveryView["state"], string> = {
  waiting: "Waiting to be sent",
  sending: "Sending",
  delivered: "Delivered",
  dead: "Callback failed",
};

function Title({ item }: { item: TimelineItem }) {
  const title = <Untrusted>{item.title}</Untrusted>;
  return (
    <>
      {item.href ? (
        <Link href={item.href} className="underline underline-offset-2">
          {title}
        </Link>
      ) : (
        title
      )}
      {item.by ? (
        <span className="font-normal text-fg-muted">
          {" · "}
          <Untrusted>{item.by}</Untrusted>
        </span>
      ) : null}
    </>
  );
}

function Body({ item }: { item: TimelineItem }) {
  return (
    <>
      {item.until ? (
        <p>
          until <Time value={item.until} />
        </p>
      ) : null}
      {item.detail ? <Untrusted lines>{item.detail}</Untrusted> : null}
    </>
  );
}

function Delivery({ delivery }: { delivery: DeliveryView }) {
  const { id, href, state, attempts, lastStatus, lastError, nextAttemptAt, mayReplay } = delivery;
  return (
    <li className="flex flex-wrap items-center gap-x-3 gap-y-1.5 border-border border-b px-[13px] py-2 text-sm last:border-b-0">
      <span className="min-w-0 grow">
        <Link href={href} className="font-medium underline underline-offset-2">
          {DELIVERY[state]}
        </Link>
        <span className="text-fg-muted"> · {counted(attempts, "attempt", "attempts")}</span>
        {lastStatus === null ? null : <span className="text-fg-muted"> · last response {lastStatus}</span>}
        {nextAttemptAt && state === "waiting" ? (
          <span className="text-fg-muted">
            {" "}
            · next attempt <Time value={nextAttemptAt} />
          </span>
        ) : null}
        {lastError ? (
          <span className="block text-fg-muted">
            <Untrusted>{lastError}</Untrusted>
          </span>
        ) : null}
      </span>
      {mayReplay ? <ReplayButton deliveryId={id} /> : null}
    </li>
  );
}

/** All events of the call, oldest first, and the callbacks to the gateway. */
export function TimelineSection({ view }: { view: ApprovalView }) {
  const items = view.timeline.map((item, index) => ({
    id: String(index),
    at: item.at,
    icon: ICONS[item.kind],
    title: <Title item={item} />,
    body: item.detail || item.until ? <Body item={item} /> : undefined,
  }));
  return (
    <section aria-labelledby="timeline">
      <SectionTitle id="timeline" title="Timeline" />
      <Timeline label="Timeline" items={items} />
      {view.deliveries.length > 0 ? (
        <>
          <h3 className="mt-3 mb-1.5 font-bold text-fg-muted text-xs">Telling the gateway</h3>
          <ul className="rounded-card border border-border bg-surface">
            {view.deliveries.map((delivery) => (
              <Delivery key={delivery.id} delivery={delivery} />
            ))}
          </ul>
        </>
      ) : null}
    </section>
  );
}
