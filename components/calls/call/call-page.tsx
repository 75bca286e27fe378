import Link from "next/link";
import type { ReactNode } from "react";
import { RawArguments } from "@/components/approvals/arguments/raw-arguments";
import { FactStrip } from "@/components/ui/list/fact-strip";
import { DetailList, Page, PageHead, Section } from "@/components/ui/page";
import { RiskMark } from "@/components/ui/risk-mark";
import { CodeBlock } from "@/components/ui/text/code";
import { LookAlikeNotes } from "@/components/ui/text/look-alike-notes";
import { Untrusted, UntrustedQuote } from "@/components/ui/text/untrusted";
import { Time } from "@/components/ui/time";
import { CALL, CLASS_WORDS, durationText, OUTCOME_WORDS, RATIONALES } from "@/components/words/rationales";
import type { CallView } from "@/lib/calls/log/types";
import { isRationaleUsable } from "@/lib/calls/rules";
import type { CallRow } from "@/lib/calls/schema";
import { OutcomeMark } from "../outcome-mark";
import { SessionLinksList } from "../session-links";
import { CallsAround } from "./around";
import { Violations } from "./validation";

const LINK = "underline underline-offset-2 hover:text-accent";

function To({ href, children }: { href: string; children: ReactNode }) {
  return (
    <Link href={href} prefetch={false} className={LINK}>
      {children}
    </Link>
  );
}

function Facts({ call }: { call: CallRow }) {
  return (
    <FactStrip
      label={CALL.facts}
      items={[
        { term: CALL.outcome, value: OUTCOME_WORDS[call.outcome], note: CLASS_WORDS[call.class] },
        { term: CALL.took, value: call.durationMs === null ? CALL.unknown : durationText(call.durationMs) },
        {
          term: CALL.attempt,
          value: call.attempt ?? CALL.unknown,
          note: call.attempt === null ? null : CALL.attemptNote(call.attempt),
        },
        {
          term: CALL.agent,
          value: call.agent ? <Untrusted>{call.agent}</Untrusted> : CALL.unknown,
          note: call.agentVersion && <Untrusted>{call.agentVersion}</Untrusted>,
        },
        { term: CALL.when, value: <Time value={call.occurredAt} form="date-time" /> },
      ]}
    />
  );
}

function Reason({ call }: { call: CallRow }) {
  return (
    <div>
      <UntrustedQuote title={CALL.rationale} caption={RATIONALES.claimed}>
        {call.rationale ? <Untrusted lines>{call.rationale}</Untrusted> : RATIONALES.missing}
      </UntrustedQuote>
      <LookAlikeNotes texts={[call.rationale]} />
      {!isRationaleUsable(call.rationale) && (
        <p className="mt-2 text-fg-muted text-sm">
          {CALL.rationaleMissing}{" "}
          <To href={`/settings/tenants/${encodeURIComponent(call.tenant)}`}>{CALL.graceLink}</To>
        </p>
      )}
    </div>
  );
}

function WentWrong({ call }: { call: CallRow }) {
  const { referral } = call;
  const said = (term: string, text: string | undefined) =>
    text !== undefined && { term, value: <Untrusted lines>{text}</Untrusted> };
  return (
    <>
      {call.errorMessage && (
        <Section id="error" title={CALL.error} description={CALL.serverClaimed}>
          <CodeBlock label={CALL.errorText}>
            <Untrusted lines>{call.errorMessage}</Untrusted>
          </CodeBlock>
        </Section>
      )}
      {call.validation && call.validation.length > 0 && (
        <Section id="validation" title={CALL.validation} description={CALL.serverClaimed}>
          <Violations violations={call.validation} />
        </Section>
      )}
      {referral && (
        <Section id="referral" title={CALL.referral} description={CALL.serverClaimed}>
          <DetailList
            items={[
              said(CALL.axes, referral.boundary_axes?.join(", ")),
              said(CALL.shape, referral.observed_task_shape),
              said(CALL.split, referral.suggested_split),
              said(CALL.evidence, referral.evidence),
            ]}
          />
        </Section>
      )}
    </>
  );
}

function Caller({ view: { call, toolId } }: { view: CallView }) {
  const said = (term: string, text: string | null) =>
    text !== null && { term, value: <Untrusted>{text}</Untrusted> };
  return (
    <Section id="caller" title={CALL.caller}>
      <DetailList
        items={[
          {
            term: CALL.tool,
            value: (
              <span className="flex flex-wrap gap-x-3">
                <To href={`/rationales?${new URLSearchParams({ tool: call.tool, within: "any" })}`}>
                  {CALL.callsOf}
                </To>
                {toolId && <To href={`/tools/${toolId}`}>{CALL.toolPage}</To>}
              </span>
            ),
          },
          call.approvalId !== null && {
            term: CALL.approval,
            value: <To href={`/approvals/${call.approvalId}`}>{CALL.openApproval}</To>,
          },
          said(CALL.model, call.model),
          said(CALL.onBehalfOf, call.onBehalfOf),
          call.sessionId !== null && {
            term: CALL.session,
            value: (
              <To href={`/rationales?${new URLSearchParams({ session: call.sessionId })}`}>
                <Untrusted mono>{call.sessionId}</Untrusted>
              </To>
            ),
          },
          said(CALL.callId, call.callId),
          said(CALL.detail, call.outcomeDetail),
          { term: CALL.tenant, value: call.tenant },
          { term: CALL.gateway, value: call.gateway },
          said(CALL.externalId, call.externalId),
          { term: CALL.received_at, value: <Time value={call.receivedAt} /> },
        ]}
      />
    </Section>
  );
}

/** One call: why it was made, with what, how it ended, and what stands around it. */
export function CallPage({ view }: { view: CallView }) {
  const { call, around, links } = view;
  return (
    <Page>
      <PageHead
        crumbs={[{ href: "/rationales", label: RATIONALES.title }]}
        title={
          <span className="mono">
            <Untrusted>{call.provider ? `${call.provider} · ${call.tool}` : call.tool}</Untrusted>
          </span>
        }
        mark={
          <span className="flex items-center gap-2">
            <OutcomeMark outcome={call.outcome} strong />
            {call.risk && <RiskMark risk={call.risk} suffix={CALL.risk} />}
          </span>
        }
      />
      <Facts call={call} />
      <div className="grid gap-6 lg:grid-cols-[minmax(0,1.3fr)_minmax(0,1fr)] lg:gap-10">
        <Reason call={call} />
        <Caller view={view} />
      </div>
      <WentWrong call={call} />
      <Section id="arguments" title={CALL.arguments}>
        {call.arguments ? (
          <RawArguments text={call.arguments.text} sha256={call.arguments.sha256} />
        ) : (
          <p className="text-fg-muted text-sm">{CALL.noArguments}</p>
        )}
      </Section>
      {call.sessionId === null ? (
        <p className="text-fg-muted text-sm">{CALL.noSession}</p>
      ) : (
        <CallsAround calls={around} current={call.id} session={call.sessionId} />
      )}
      <Section id="links" title={CALL.links}>
        <SessionLinksList links={links} />
      </Section>
    </Page>
  );
}
