import { LiveRefresh } from "@/components/shell/live/live-refresh";
import { Banner } from "@/components/ui/banner";
import { CopyButton } from "@/components/ui/copy-button";
import { Link } from "@/components/ui/link";
import { type Detail, DetailList, Page, PageHead, Section } from "@/components/ui/page";
import { Code, CodeBlock } from "@/components/ui/text/code";
import { JsonView } from "@/components/ui/text/json-view";
import { Untrusted } from "@/components/ui/text/untrusted";
import { Time } from "@/components/ui/time";
import { tookWords } from "@/components/words/gateway-log";
import type { AttemptRow, DeliveryDetail } from "@/lib/delivery/types";
import type { Gateway } from "@/lib/gateways/types";
import { ReplayButton } from "../replay-button";
import { DeliveryMark } from "./state-mark";

/** Characters of a response that the page shows. */
const SHOWN_MAX = 64 * 1024;

/** One callback: the request and response of each attempt. `delivery` is redacted. */
export function DeliveryPageView({
  gateway,
  delivery,
  tenant,
  mayReplay,
}: {
  gateway: Gateway;
  delivery: DeliveryDetail;
  tenant: string;
  mayReplay: boolean;
}) {
  const { state, log } = delivery;
  const over = state === "delivered" || state === "dead";
  return (
    <Page>
      <LiveRefresh topics={["delivery"]} id={delivery.id} />
      <PageHead
        crumbs={[
          { href: "/gateways", label: "Gateways" },
          { href: `/gateways/${gateway.id}`, label: <Untrusted>{gateway.name}</Untrusted> },
          { href: `/gateways/${gateway.id}/deliveries`, label: "Delivery log" },
        ]}
        title={<Code className="mono">{delivery.type}</Code>}
        mark={<DeliveryMark state={state} />}
        actions={over && mayReplay && <ReplayButton key={log.length} deliveryId={delivery.id} size="md" />}
      />
      <DetailList items={factsOf(delivery, tenant)} />
      {delivery.lastError && (
        <Banner tone="problem">
          <Untrusted>{delivery.lastError}</Untrusted>
        </Banner>
      )}
      <Section
        title="Body"
        description="Exactly what is signed and sent, except for secrets, which are left out here."
      >
        <JsonView text={delivery.body} label="Body" copyLabel="Copy the body" />
      </Section>
      <Section id="attempts" title="Attempts">
        {!over && (
          <p role="status" className="text-sm text-fg-muted">
            <Ahead delivery={delivery} />
          </p>
        )}
        <ol className="flex flex-col gap-5">
          {[...log].reverse().map((attempt) => (
            <Attempt key={attempt.attempt} attempt={attempt} />
          ))}
        </ol>
      </Section>
    </Page>
  );
}

/** The next step of an unfinished callback. */
function Ahead({ delivery: { state, log, nextAttemptAt } }: { delivery: DeliveryDetail }) {
  if (state === "sending") return "Being sent now…";
  if (log.length === 0) return "Waiting to be sent for the first time.";
  return (
    <>
      Next attempt: <Time value={nextAttemptAt} form="time-seconds" />
    </>
  );
}

function factsOf(delivery: DeliveryDetail, tenant: string): (Detail | false | null)[] {
  return [
    {
      term: "Event",
      value: (
        <>
          <Code className="mono">{delivery.eventId}</Code>{" "}
          <CopyButton text={delivery.eventId} label="Copy the webhook-id" />
          <span className="block text-xs text-fg-muted">the webhook-id, the same in every attempt</span>
        </>
      ),
    },
    { term: "To", value: <Code className="mono">{delivery.url}</Code> },
    { term: "Tenant", value: <Untrusted>{tenant}</Untrusted> },
    { term: "Queued since", value: <Time value={delivery.createdAt} form="date-time" /> },
    delivery.finishedAt && {
      term: "Ended",
      value: <Time value={delivery.finishedAt} form="date-time" />,
    },
    delivery.approvalId !== null && {
      term: "Approval",
      value: (
        <Link
          href={`/approvals/${delivery.approvalId}`}
          className="mono -my-0.5 inline-flex min-h-6 items-center underline underline-offset-2 hover:text-accent"
        >
          {delivery.approvalId}
        </Link>
      ),
    },
  ];
}

function Attempt({ attempt }: { attempt: AttemptRow }) {
  const { status, error, responseBody } = attempt;
  const name = `Attempt ${attempt.attempt}`;
  const of = (what: string) => `${name}: ${what}`;
  return (
    <li className="flex flex-col gap-2">
      <h3 className="flex flex-wrap items-baseline gap-x-2 text-sm font-bold">
        {name}
        <span className="font-normal text-fg-muted">
          <Time value={attempt.startedAt} form="time-seconds" />
          {` · ${tookWords(attempt.durationMs)} · `}
          {status === null ? "no response" : `response ${status}`}
        </span>
      </h3>
      {error && (
        <p className="text-sm">
          <Untrusted>{error}</Untrusted>
        </p>
      )}
      <div className="grid gap-3 lg:grid-cols-2">
        <div className="flex min-w-0 flex-col gap-1">
          <p className="text-xs text-fg-muted">Request headers</p>
          <CodeBlock label={of("Request headers")}>
            <Untrusted lines>{headerLines(attempt.requestHeaders) || "none were sent"}</Untrusted>
          </CodeBlock>
        </div>
        <div className="flex min-w-0 flex-col gap-1">
          <p className="text-xs text-fg-muted">Response headers</p>
          <CodeBlock label={of("Response headers")}>
            <Untrusted lines>{headerLines(attempt.responseHeaders) || "none came"}</Untrusted>
          </CodeBlock>
        </div>
      </div>
      {status !== null && (
        <div className="flex flex-col gap-1">
          <p className="text-xs text-fg-muted">Response body</p>
          {responseBody ? (
            <CodeBlock label={of("Response body")}>
              <Untrusted lines limit={SHOWN_MAX}>
                {responseBody}
              </Untrusted>
            </CodeBlock>
          ) : (
            <p className="text-sm text-fg-muted">The response had no body.</p>
          )}
          {responseBody && responseBody.length >= SHOWN_MAX && (
            <p className="text-xs text-fg-muted">Only the first {SHOWN_MAX / 1024} KiB are shown.</p>
          )}
        </div>
      )}
    </li>
  );
}

function headerLines(headers: Record<string, string> | null): string {
  return Object.entries(headers ?? {})
    .map(([name, value]) => `${name}: ${value}`)
    .join("\n");
}
