import Link from "next/link";
import { LiveRefresh } from "@/components/shell/live/live-refresh";
import { Banner } from "@/components/ui/banner";
import { CopyButton } from "@/components/ui/copy-button";
import { DetailList, Page, PageHead, Section } from "@/components/ui/page";
import { Code, CodeBlock } from "@/components/ui/text/code";
import { JsonView } from "@/components/ui/text/json-view";
import { Untrusted } from "@/components/ui/text/untrusted";
import { Time } from "@/components/ui/time";
import type { ActResult } from "@/components/ui/use-act";
import { DELIVERIES, DELIVERY } from "@/components/words/gateway-log";
import { GATEWAYS } from "@/components/words/gateways";
import type { AttemptRow, DeliveryDetail } from "@/lib/delivery/queries";
import type { Gateway } from "@/lib/gateways/types";
import { ReplayButton } from "../replay-button";
import { DeliveryMark } from "./state-mark";

/** Characters of an answer that are drawn. */
const SHOWN_MAX = 64 * 1024;

/** One callback: what was sent, what came back, attempt by attempt. `delivery` comes redacted. */
export function DeliveryPageView({
  gateway,
  delivery,
  tenant,
  replay,
}: {
  gateway: Gateway;
  delivery: DeliveryDetail;
  tenant: string;
  /** Null for those who may not send. */
  replay: ((input: { deliveryId: string }) => Promise<ActResult<{ id: string }>>) | null;
}) {
  const { state, log } = delivery;
  const over = state === "delivered" || state === "dead";
  return (
    <Page>
      <LiveRefresh topics={["delivery"]} id={delivery.id} />
      <PageHead
        crumbs={[
          { href: "/gateways", label: GATEWAYS.title },
          { href: `/gateways/${gateway.id}`, label: <Untrusted>{gateway.name}</Untrusted> },
          { href: `/gateways/${gateway.id}/deliveries`, label: DELIVERY.log },
        ]}
        title={<Code className="mono">{delivery.type}</Code>}
        mark={<DeliveryMark state={state} />}
        actions={
          over &&
          replay && <ReplayButton key={log.length} deliveryId={delivery.id} replay={replay} size="md" />
        }
      />
      <DetailList
        items={[
          {
            term: DELIVERY.event,
            value: (
              <>
                <Code className="mono">{delivery.eventId}</Code>{" "}
                <CopyButton text={delivery.eventId} label={DELIVERY.copyEvent} />
                <span className="block text-xs text-fg-muted">{DELIVERY.eventNote}</span>
              </>
            ),
          },
          { term: DELIVERY.url, value: <Untrusted mono>{delivery.url}</Untrusted> },
          { term: DELIVERY.tenant, value: <Untrusted>{tenant}</Untrusted> },
          { term: DELIVERY.made, value: <Time value={delivery.createdAt} form="date-time" /> },
          delivery.finishedAt && {
            term: DELIVERY.finished,
            value: <Time value={delivery.finishedAt} form="date-time" />,
          },
          delivery.approvalId !== null && {
            term: DELIVERIES.approval,
            value: (
              <Link
                href={`/approvals/${delivery.approvalId}`}
                className="mono -my-0.5 inline-flex min-h-6 items-center underline underline-offset-2 hover:text-accent"
              >
                {delivery.approvalId}
              </Link>
            ),
          },
        ]}
      />
      {delivery.lastError && (
        <Banner tone="problem">
          <Untrusted>{delivery.lastError}</Untrusted>
        </Banner>
      )}
      <Section title={DELIVERY.body} description={DELIVERY.bodyNote}>
        <JsonView text={delivery.body} label={DELIVERY.body} copyLabel={DELIVERY.copyBody} />
      </Section>
      <Section id="attempts" title={DELIVERY.attempts}>
        {!over && (
          <p role="status" className="text-sm text-fg-muted">
            {state === "sending" ? DELIVERY.sending : DELIVERY.waiting}
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

function Attempt({ attempt }: { attempt: AttemptRow }) {
  const { status, error, responseBody } = attempt;
  const name = DELIVERY.attempt(attempt.attempt);
  const of = (what: string) => `${name}: ${what}`;
  return (
    <li className="flex flex-col gap-2">
      <h3 className="flex flex-wrap items-baseline gap-x-2 text-sm font-bold">
        {name}
        <span className="font-normal text-fg-muted">
          <Time value={attempt.startedAt} form="time-seconds" />
          {` · ${DELIVERY.ms(attempt.durationMs)} · `}
          {status === null ? DELIVERIES.noAnswer : DELIVERIES.answered(status)}
        </span>
      </h3>
      {error && (
        <p className="text-sm">
          <Untrusted>{error}</Untrusted>
        </p>
      )}
      <div className="grid gap-3 lg:grid-cols-2">
        <div className="flex min-w-0 flex-col gap-1">
          <p className="text-xs text-fg-muted">{DELIVERY.request}</p>
          <CodeBlock label={of(DELIVERY.request)}>
            <Untrusted lines>{headerLines(attempt.requestHeaders) || DELIVERY.noHeaders}</Untrusted>
          </CodeBlock>
        </div>
        <div className="flex min-w-0 flex-col gap-1">
          <p className="text-xs text-fg-muted">{DELIVERY.answer}</p>
          <CodeBlock label={of(DELIVERY.answer)}>
            <Untrusted lines>{headerLines(attempt.responseHeaders) || DELIVERY.noAnswerHeaders}</Untrusted>
          </CodeBlock>
        </div>
      </div>
      {status !== null && (
        <div className="flex flex-col gap-1">
          <p className="text-xs text-fg-muted">{DELIVERY.answerBody}</p>
          {responseBody ? (
            <CodeBlock label={of(DELIVERY.answerBody)}>
              <Untrusted lines limit={SHOWN_MAX}>
                {responseBody}
              </Untrusted>
            </CodeBlock>
          ) : (
            <p className="text-sm text-fg-muted">{DELIVERY.noBody}</p>
          )}
          {responseBody && responseBody.length >= SHOWN_MAX && (
            <p className="text-xs text-fg-muted">{DELIVERY.cut(SHOWN_MAX / 1024)}</p>
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
