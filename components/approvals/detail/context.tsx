import Link from "next/link";
import { LookAlikeNotes } from "@/components/ui/text/look-alike-notes";
import { Untrusted, UntrustedQuote } from "@/components/ui/text/untrusted";
import { Time } from "@/components/ui/time";
import { PAGE } from "@/components/words/approvals/page";
import type { ApprovalView } from "@/lib/approvals/detail/types";
import { SectionTitle } from "./section-title";

/** The gateway's preview of the result, as text, with its age. */
export function PreviewSection({ view }: { view: ApprovalView }) {
  if (!view.preview) return null;
  return (
    <UntrustedQuote
      title={<h2>{PAGE.preview}</h2>}
      caption={
        <>
          {PAGE.previewBy} · <Time value={view.createdAt} />
        </>
      }
    >
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region has to be reachable by keyboard */}
      <pre tabIndex={0} className="max-h-80 overflow-auto mono leading-5">
        <Untrusted lines>{view.preview.content}</Untrusted>
      </pre>
    </UntrustedQuote>
  );
}

/** What the agent wrote about itself, beside what we know of it. */
export function ReasonAndCaller({ view }: { view: ApprovalView }) {
  return (
    <div className="grid grid-cols-[1.15fr_1fr] gap-[18px] max-md:grid-cols-1">
      <div className="flex min-w-0 flex-col gap-[18px]">
        <UntrustedQuote title={<h2>{PAGE.reason}</h2>} caption={PAGE.reasonBy}>
          {view.rationale ? (
            <>
              <Untrusted lines>{view.rationale}</Untrusted>
              <LookAlikeNotes texts={[view.rationale]} />
            </>
          ) : (
            <span className="text-fg-muted">{PAGE.noReason}</span>
          )}
        </UntrustedQuote>
        {view.impact ? (
          <UntrustedQuote title={<h2>{PAGE.impact}</h2>} caption={PAGE.previewBy}>
            <Untrusted lines>{view.impact}</Untrusted>
          </UntrustedQuote>
        ) : null}
      </div>
      <Caller view={view} />
    </div>
  );
}

function Entry({ label, children }: { label: string; children: React.ReactNode }) {
  return (
    <>
      <dt className="text-fg-subtle">{label}</dt>
      <dd className="min-w-0 wrap-anywhere">{children}</dd>
    </>
  );
}

function Exact({ label, text }: { label: string; text: string | null }) {
  if (text === null) return null;
  return (
    <Entry label={label}>
      <Untrusted mono>{text}</Untrusted>
    </Entry>
  );
}

const LINK = "underline decoration-border-strong underline-offset-2 hover:decoration-fg";

function Caller({ view }: { view: ApprovalView }) {
  const { sessionRecord: session, trackRecord: track } = view;
  return (
    <section aria-labelledby="caller" className="min-w-0">
      <SectionTitle id="caller" title={PAGE.caller} />
      <dl className="grid grid-cols-[96px_1fr] gap-x-2.5 gap-y-[3px] text-sm">
        <Entry label={PAGE.agent}>
          {view.agent ? <Untrusted>{view.agent}</Untrusted> : PAGE.unknownAgent}{" "}
          {view.agentVersion ? (
            <span className="rounded-chip border border-border px-[5px] text-2xs text-fg-muted">
              <Untrusted>{view.agentVersion}</Untrusted>
            </span>
          ) : null}
        </Entry>
        <Entry label={PAGE.onBehalfOf}>
          {view.onBehalfOf ? <Untrusted>{view.onBehalfOf}</Untrusted> : PAGE.nobody}
        </Entry>
        <Entry label={PAGE.session}>
          {view.sessionId ? (
            <Link
              href={`/rationales?session=${encodeURIComponent(view.sessionId)}`}
              title={PAGE.sessionCalls}
              className={LINK}
            >
              <code className="mono">
                <Untrusted>{view.sessionId}</Untrusted>
              </code>
            </Link>
          ) : (
            PAGE.nobody
          )}
          {session ? ` · ${PAGE.sessionSoFar(session)}` : null}
        </Entry>
        <Entry label={PAGE.track}>
          {track ? PAGE.record(track) : PAGE.noTrack}
          {view.agent ? (
            <span className="block">
              <Link href={`/rationales?agent=${encodeURIComponent(view.agent)}&within=30d`} className={LINK}>
                {PAGE.agentCalls}
              </Link>
              {" · "}
              <Link href={`/feedback?agent=${encodeURIComponent(view.agent)}`} className={LINK}>
                {PAGE.agentFeedback}
              </Link>
            </span>
          ) : null}
        </Entry>
        <Entry label={PAGE.tenant}>
          <Untrusted>{view.tenant.name}</Untrusted>
        </Entry>
        <Entry label={PAGE.gateway}>
          <Untrusted>{view.gateway.name}</Untrusted>
        </Entry>
        <Exact label={PAGE.externalId} text={view.externalId} />
        <Exact label={PAGE.callId} text={view.callId} />
        <Exact label={PAGE.correlation} text={view.correlationText} />
        <Exact label={PAGE.precondition} text={view.precondition} />
      </dl>
      <LookAlikeNotes texts={[view.agent, view.onBehalfOf]} />
    </section>
  );
}
