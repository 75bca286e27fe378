import { CopyButton } from "@/components/ui/copy-button";
import { Link } from "@/components/ui/link";
import { type Detail, DetailList, Page, PageHead, Section } from "@/components/ui/page";
import { Code, CodeBlock } from "@/components/ui/text/code";
import { JsonView } from "@/components/ui/text/json-view";
import { Untrusted } from "@/components/ui/text/untrusted";
import { Time } from "@/components/ui/time";
import { tookWords } from "@/components/words/gateway-log";
import { type Wrong, wrongsOf } from "@/lib/gateways/requests/rules";
import { KEPT_CHARACTERS, type MadeKind, type RequestView } from "@/lib/gateways/requests/types";
import type { Gateway } from "@/lib/gateways/types";
import { ResponseMark } from "./request-list";

export function RequestPageView({
  gateway,
  request,
  curl,
}: {
  gateway: Gateway;
  request: RequestView;
  curl: string;
}) {
  const { body, response } = request;
  const base = `/gateways/${gateway.id}`;
  return (
    <Page>
      <PageHead
        crumbs={[
          { href: "/gateways", label: "Gateways" },
          { href: base, label: <Untrusted>{gateway.name}</Untrusted> },
          { href: `${base}/requests`, label: "Requests" },
        ]}
        title={<Untrusted mono>{`${request.method} ${request.path}`}</Untrusted>}
        mark={<ResponseMark status={request.status} />}
      />
      <DetailList items={facts(request)} />
      {response !== null && (
        <Section title="Response">
          <Wrongs wrongs={wrongsOf(response)} />
          <JsonView text={response} label="Response" />
        </Section>
      )}
      <Section
        title="Body"
        description={
          body === null
            ? undefined
            : "secrets and long values left out; exact arguments are on the approval or call itself"
        }
      >
        {body === null ? (
          <p className="text-sm text-fg-muted">It had no body.</p>
        ) : (
          <JsonView text={body} label="Body" copyLabel="Copy the body" />
        )}
        {request.cut && (
          <p className="text-xs text-fg-muted">Only the first {KEPT_CHARACTERS / 1024} KiB are kept.</p>
        )}
      </Section>
      <Section
        title="As a command"
        description="Set $COUNTERSIGN_KEY to the key first. Values left out above are left out here too: put them back before you run it."
      >
        <CodeBlock label="As a command" actions={<CopyButton text={curl} label="Copy as curl" />}>
          <Untrusted lines>{curl}</Untrusted>
        </CodeBlock>
      </Section>
    </Page>
  );
}

// A thousand rows of a batch may have the same fault.
const WRONGS_MAX = 20;

function Wrongs({ wrongs }: { wrongs: readonly Wrong[] }) {
  if (wrongs.length === 0) return null;
  return (
    <ul aria-label="What was wrong" className="flex flex-col gap-1 text-sm">
      {wrongs.slice(0, WRONGS_MAX).map(({ pointer, message, hint }, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a stored answer never moves
        <li key={index}>
          <Untrusted mono className="font-medium">
            {pointer || "the body"}
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
        <li className="text-fg-muted">and {wrongs.length - WRONGS_MAX} more below</li>
      )}
    </ul>
  );
}

function facts(request: RequestView): (Detail | false)[] {
  const { keyPrefix, tenant, idempotencyKey, madeKind } = request;
  return [
    { term: "Received", value: <Time value={request.at} form="date-time" /> },
    { term: "Took", value: tookWords(request.durationMs) },
    { term: "Key", value: <Code className="mono">{keyPrefix ? `${keyPrefix}…` : "?"}</Code> },
    {
      term: "Tenant",
      value: tenant ? (
        <Untrusted>{tenant}</Untrusted>
      ) : (
        <span className="text-fg-muted">none of its key's tenants, or several</span>
      ),
    },
    idempotencyKey !== null && {
      term: "Idempotency-Key",
      value: <Untrusted mono>{idempotencyKey}</Untrusted>,
    },
    {
      term: "Request id",
      value: (
        <>
          <Untrusted mono>{request.requestId}</Untrusted>{" "}
          <CopyButton text={request.requestId} label="Copy the request id" />
        </>
      ),
    },
    madeKind !== null && { term: "It made", value: <Made request={request} /> },
  ];
}

function Made({ request: { madeKind, madeId } }: { request: RequestView }) {
  if (madeKind === null) return null;
  const href = madeHref(madeKind, madeId);
  const words = MADE_WORDS[madeKind];
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

const MADE_WORDS: Record<MadeKind, string> = {
  approval: "the approval",
  report: "the report",
  calls: "tool calls",
  tools: "tools in the catalogue",
  corrections: "a correction",
};

function madeHref(kind: MadeKind, id: string | null): string | null {
  if (kind === "approval") return id && `/approvals/${id}`;
  if (kind === "report") return id && `/feedback/reports/${id}`;
  if (kind === "calls") return id ? `/rationales/calls/${id}` : "/rationales";
  return kind === "tools" ? "/tools" : null;
}
