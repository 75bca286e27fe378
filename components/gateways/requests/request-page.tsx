import Link from "next/link";
import { CopyButton } from "@/components/ui/copy-button";
import { type Detail, DetailList, Page, PageHead, Section } from "@/components/ui/page";
import { Code, CodeBlock } from "@/components/ui/text/code";
import { JsonView } from "@/components/ui/text/json-view";
import { Untrusted } from "@/components/ui/text/untrusted";
import { Time } from "@/components/ui/time";
import { DELIVERY, MADE, REQUESTS } from "@/components/words/gateway-log";
import { GATEWAYS } from "@/components/words/gateways";
import { type Wrong, wrongsOf } from "@/lib/gateways/requests/rules";
import { KEPT_CHARACTERS, type RequestView } from "@/lib/gateways/requests/types";
import type { Gateway } from "@/lib/gateways/types";
import { AnswerMark } from "./request-list";

/** One request, as far as it is kept. */
export function RequestPageView({
  gateway,
  request,
  curl,
}: {
  gateway: Gateway;
  request: RequestView;
  curl: string;
}) {
  const { body, answer } = request;
  const base = `/gateways/${gateway.id}`;
  return (
    <Page>
      <PageHead
        crumbs={[
          { href: "/gateways", label: GATEWAYS.title },
          { href: base, label: <Untrusted>{gateway.name}</Untrusted> },
          { href: `${base}/requests`, label: REQUESTS.back },
        ]}
        title={<Untrusted mono>{`${request.method} ${request.path}`}</Untrusted>}
        mark={<AnswerMark status={request.status} />}
      />
      <DetailList items={facts(request)} />
      {answer !== null && (
        <Section title={REQUESTS.answer}>
          <Wrongs wrongs={wrongsOf(answer)} />
          <JsonView text={answer} label={REQUESTS.answer} />
        </Section>
      )}
      <Section title={REQUESTS.body} description={body === null ? undefined : REQUESTS.bodyNote}>
        {body === null ? (
          <p className="text-sm text-fg-muted">{REQUESTS.noBody}</p>
        ) : (
          <JsonView text={body} label={REQUESTS.body} copyLabel={REQUESTS.copyBody} />
        )}
        {request.cut && <p className="text-xs text-fg-muted">{REQUESTS.cut(KEPT_CHARACTERS / 1024)}</p>}
      </Section>
      <Section title={REQUESTS.curl} description={REQUESTS.curlNote}>
        <CodeBlock label={REQUESTS.curl} actions={<CopyButton text={curl} label={REQUESTS.copyCurl} />}>
          <Untrusted lines>{curl}</Untrusted>
        </CodeBlock>
      </Section>
    </Page>
  );
}

// Of a batch, a thousand rows may be wrong in the same way.
const WRONGS_MAX = 20;

function Wrongs({ wrongs }: { wrongs: readonly Wrong[] }) {
  if (wrongs.length === 0) return null;
  return (
    <ul aria-label={REQUESTS.wrong} className="flex flex-col gap-1 text-sm">
      {wrongs.slice(0, WRONGS_MAX).map(({ pointer, message, hint }, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a stored answer never moves
        <li key={index}>
          <Untrusted mono className="font-medium">
            {pointer || REQUESTS.whole}
          </Untrusted>{" "}
          <Untrusted>{message}</Untrusted>
          {hint && (
            <span className="text-fg-muted">
              {" ("}
              <Untrusted>{hint}</Untrusted>)
            </span>
          )}
        </li>
      ))}
      {wrongs.length > WRONGS_MAX && (
        <li className="text-fg-muted">{REQUESTS.moreWrong(wrongs.length - WRONGS_MAX)}</li>
      )}
    </ul>
  );
}

function facts(request: RequestView): (Detail | false)[] {
  const { keyPrefix, tenant, idempotencyKey, madeKind } = request;
  return [
    { term: REQUESTS.at, value: <Time value={request.at} form="date-time" /> },
    { term: REQUESTS.took, value: DELIVERY.ms(request.durationMs) },
    { term: REQUESTS.key, value: <Code className="mono">{keyPrefix ? `${keyPrefix}…` : "?"}</Code> },
    {
      term: REQUESTS.tenant,
      value: tenant ? (
        <Untrusted>{tenant}</Untrusted>
      ) : (
        <span className="text-fg-muted">{REQUESTS.noTenant}</span>
      ),
    },
    idempotencyKey !== null && {
      term: REQUESTS.idempotencyKey,
      value: <Untrusted mono>{idempotencyKey}</Untrusted>,
    },
    {
      term: REQUESTS.requestId,
      value: (
        <>
          <Untrusted mono>{request.requestId}</Untrusted>{" "}
          <CopyButton text={request.requestId} label={REQUESTS.copyRequestId} />
        </>
      ),
    },
    madeKind !== null && { term: REQUESTS.made, value: <Made request={request} /> },
  ];
}

function Made({ request: { madeKind, madeId } }: { request: RequestView }) {
  if (madeKind === null) return null;
  const href = madeHref(madeKind, madeId);
  const words = MADE[madeKind];
  if (href === null) return words;
  return (
    <Link
      href={href}
      className="-my-0.5 inline-flex min-h-6 items-center underline underline-offset-2 hover:text-accent"
    >
      {words}
    </Link>
  );
}

function madeHref(kind: NonNullable<RequestView["madeKind"]>, id: string | null): string | null {
  if (kind === "approval") return id && `/approvals/${id}`;
  if (kind === "report") return id && `/feedback/reports/${id}`;
  if (kind === "calls") return id ? `/rationales/calls/${id}` : "/rationales";
  return kind === "tools" ? "/tools" : null;
}
