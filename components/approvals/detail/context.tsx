import { Link } from "@/components/ui/link";
import { LookAlikeNotes } from "@/components/ui/text/look-alike-notes";
import { Untrusted, UntrustedQuote } from "@/components/ui/text/untrusted";
import { Time } from "@/components/ui/time";
import { counted } from "@/components/words/counts";
import type { ApprovalView } from "@/lib/approvals/detail/types";
import { SectionTitle } from "./section-title";

/** The gateway's preview of the result, as text, with its age. */
export function PreviewSection({ view }: { view: ApprovalView }) {
  if (!view.preview) return null;
  return (
    <UntrustedQuote
      title={<h2>Preview</h2>}
      caption={
        <>
          made by the gateway, not verified · <Time value={view.createdAt} />
        </>
      }
    >
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region has to be reachable by keyboard */}
      <pre tabIndex={0} data-part="preview" className="max-h-80 overflow-auto mono leading-5">
        <Untrusted lines>{view.preview.content}</Untrusted>
        <span data-part="preview" className="block" />
      </pre>
    </UntrustedQuote>
  );
}

/** What the agent states about itself, next to what Countersign knows. */
export function ReasonAndCaller({ view }: { view: ApprovalView }) {
  return (
    <div className="grid grid-cols-[1.15fr_1fr] gap-[18px] max-md:grid-cols-1">
      <div className="flex min-w-0 flex-col gap-[18px]">
        <UntrustedQuote title={<h2>Agent’s stated reason</h2>} caption="written by the agent, not verified">
          {view.rationale ? (
            <>
              <Untrusted lines>{view.rationale}</Untrusted>
              <LookAlikeNotes texts={[view.rationale]} />
            </>
          ) : (
            <span className="text-fg-muted">The agent gave no reason.</span>
          )}
        </UntrustedQuote>
        {view.impact ? (
          <UntrustedQuote
            title={<h2>Impact, as the gateway puts it</h2>}
            caption="made by the gateway, not verified"
          >
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

/** The agent's owner, if a policy bars them from deciding. */
function Owner({ view: { agentOwner, agent } }: { view: ApprovalView }) {
  if (!agentOwner) return null;
  const { is } = agentOwner;
  return (
    <Entry label="Owner">
      {is ? (
        <>
          <Untrusted>{is.name}</Untrusted>
          {is.isOff ? ", who can no longer sign in," : ""} may not decide this call
        </>
      ) : agent ? (
        "None. The policy would not let the agent’s owner decide, but this agent has no owner"
      ) : (
        "Unknown. The policy would not let the agent’s owner decide, but the gateway named no agent"
      )}
    </Entry>
  );
}

function Caller({ view }: { view: ApprovalView }) {
  const { sessionRecord: session, trackRecord: track } = view;
  return (
    <section aria-labelledby="caller" className="min-w-0">
      <SectionTitle id="caller" title="Caller" />
      <dl className="grid grid-cols-[96px_1fr] gap-x-2.5 gap-y-[3px] text-sm">
        <Entry label="Agent">
          {view.agent ? <Untrusted>{view.agent}</Untrusted> : "Unknown: the gateway named no agent"}{" "}
          {view.agentVersion ? (
            <span className="rounded-chip border border-border px-[5px] text-2xs text-fg-muted">
              <Untrusted>{view.agentVersion}</Untrusted>
            </span>
          ) : null}
        </Entry>
        <Owner view={view} />
        <Entry label="On behalf of">
          {view.onBehalfOf ? <Untrusted>{view.onBehalfOf}</Untrusted> : "Unknown: the gateway did not say"}
        </Entry>
        <Entry label="Session">
          {view.sessionId ? (
            <Link
              href={`/rationales?session=${encodeURIComponent(view.sessionId)}`}
              title="Calls of this session"
              className={LINK}
            >
              <Untrusted mono>{view.sessionId}</Untrusted>
            </Link>
          ) : (
            "Unknown: the gateway did not say"
          )}
          {session
            ? ` · ${counted(session.calls, "call", "calls")}, ${session.rejected.toLocaleString("en")} rejected`
            : null}
        </Entry>
        <Entry label="Track record">
          {track
            ? `${track.approved.toLocaleString("en")} approved · ${track.rejected.toLocaleString("en")} rejected · 30 d`
            : "First call from this agent"}
          {view.agent ? (
            <span className="block">
              <Link href={`/rationales?agent=${encodeURIComponent(view.agent)}&within=30d`} className={LINK}>
                Calls of this agent
              </Link>
              {" · "}
              <Link href={`/feedback?agent=${encodeURIComponent(view.agent)}`} className={LINK}>
                What this agent reported
              </Link>
            </span>
          ) : null}
        </Entry>
        <Entry label="Tenant">
          <Untrusted>{view.tenant.name}</Untrusted>
        </Entry>
        <Entry label="Gateway">
          <Untrusted>{view.gateway.name}</Untrusted>
        </Entry>
        <Exact label="Caller’s own id" text={view.externalId} />
        <Exact label="Call id" text={view.callId} />
        <Exact label="Correlation" text={view.correlationText} />
        <Exact label="Precondition" text={view.precondition} />
      </dl>
      <LookAlikeNotes texts={[view.agent, view.onBehalfOf]} />
    </section>
  );
}
