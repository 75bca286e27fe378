import type { ReactNode } from "react";
import { RawArguments } from "@/components/approvals/arguments/raw-arguments";
import { ButtonLink } from "@/components/ui/button-link";
import { Link } from "@/components/ui/link";
import { FactStrip } from "@/components/ui/list/fact-strip";
import { DetailList, Page, PageHead, Section } from "@/components/ui/page";
import { RiskMark } from "@/components/ui/risk-mark";
import { CodeBlock } from "@/components/ui/text/code";
import { LookAlikeNotes } from "@/components/ui/text/look-alike-notes";
import { Untrusted, UntrustedQuote } from "@/components/ui/text/untrusted";
import { Time } from "@/components/ui/time";
import { CLASS_LOOKS } from "@/components/words/outcome-classes";
import { durationText, OUTCOME_WORDS, ranOnWords, removedWords } from "@/components/words/rationales";
import type { CallView } from "@/lib/calls/log/types";
import type { CallRow } from "@/lib/calls/wire";
import { shownRationale } from "../log/shown-rationale";
import { OutcomeMark } from "../outcome-mark";
import { SessionLinksList } from "../session-links";
import { CallsAround } from "./session-neighbours";
import { Violations } from "./validation";

const LINK = "underline underline-offset-2 hover:text-accent";

function To({ href, children }: { href: string; children: ReactNode }) {
  return (
    <Link href={href} className={LINK}>
      {children}
    </Link>
  );
}

function Facts({ call }: { call: CallRow }) {
  return (
    <FactStrip
      label="Facts"
      items={[
        { term: "Outcome", value: OUTCOME_WORDS[call.outcome], note: CLASS_LOOKS[call.class].name },
        { term: "Took", value: call.durationMs === null ? "Unknown" : durationText(call.durationMs) },
        {
          term: "Attempt",
          value: call.attempt ?? "Unknown",
          note: call.attempt === null ? null : call.attempt > 1 ? "tried again" : "first try",
        },
        {
          term: "Agent",
          value: call.agent ? <Untrusted>{call.agent}</Untrusted> : "Unknown",
          note: call.agentVersion && <Untrusted>{call.agentVersion}</Untrusted>,
        },
        { term: "When", value: <Time value={call.occurredAt} form="date-time" /> },
      ]}
    />
  );
}

function RanOnNote({ view: { call, toolId } }: { view: CallView }) {
  const says = ranOnWords(call);
  if (says === null) return null;
  return (
    <p className="text-sm">
      {says}, so it needed no person.{" "}
      {toolId && (
        <>
          <To href={`/tools/${toolId}/rating`}>
            {call.ranOn === "gateway_word" ? "Rate this tool" : "Its rating"}
          </To>{" "}
          ·{" "}
        </>
      )}
      {call.ranOn === "gateway_word" && (
        <To href={`/settings/tenants/${encodeURIComponent(call.tenant)}#settings`}>
          Hold calls of unrated tools
        </To>
      )}
      {call.ranOn === "rating_below_claim" && (
        <To href={`/rationales?${new URLSearchParams({ ran_on: call.ranOn, within: "any" })}`}>
          All such calls
        </To>
      )}
    </p>
  );
}

function Reason({ call }: { call: CallRow }) {
  const { usable, removedAfterDays } = shownRationale(call);
  const gone = removedAfterDays !== null && removedWords(removedAfterDays);
  return (
    <div>
      <UntrustedQuote title="Stated reason" caption="written by the agent, not verified">
        {call.rationale ? <Untrusted lines>{call.rationale}</Untrusted> : gone || "No rationale"}
      </UntrustedQuote>
      <LookAlikeNotes texts={[call.rationale]} />
      {!usable && (
        <p className="mt-2 text-fg-muted text-sm">
          The agent gave no usable reason. Calls like this are refused once the tenant's grace period has
          ended.{" "}
          <To href={`/settings/tenants/${encodeURIComponent(call.tenant)}`}>The tenant's grace period</To>
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
        <Section id="error" title="Error" description="as the gateway reported it">
          <CodeBlock label="Text of the error">
            <Untrusted lines>{call.errorMessage}</Untrusted>
          </CodeBlock>
        </Section>
      )}
      {call.validation && call.validation.length > 0 && (
        <Section
          id="validation"
          title="What was wrong with the arguments"
          description="as the gateway reported it"
        >
          <Violations violations={call.validation} removedAfterDays={call.argumentsRemovedAfterDays} />
        </Section>
      )}
      {referral && (
        <Section id="referral" title="Wrong tool, says the tool" description="as the gateway reported it">
          <DetailList
            items={[
              said("Boundary", referral.boundary_axes?.join(", ")),
              said("Shape of the task", referral.observed_task_shape),
              said("Suggested split", referral.suggested_split),
              said("Evidence", referral.evidence),
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
    <Section id="caller" title="Caller">
      <DetailList
        items={[
          {
            term: "Tool",
            value: (
              <span className="flex flex-wrap gap-x-3">
                <To href={`/rationales?${new URLSearchParams({ tool: call.tool, within: "any" })}`}>
                  Calls of this tool
                </To>
                {toolId && <To href={`/tools/${toolId}`}>About this tool</To>}
              </span>
            ),
          },
          call.approvalId !== null && {
            term: "Approval",
            value: <To href={`/approvals/${call.approvalId}`}>Open the approval</To>,
          },
          said("Model", call.model),
          said("On behalf of", call.onBehalfOf),
          call.sessionId !== null && {
            term: "Session",
            value: (
              <To href={`/rationales?${new URLSearchParams({ session: call.sessionId })}`}>
                <Untrusted mono>{call.sessionId}</Untrusted>
              </To>
            ),
          },
          said("Call id", call.callId),
          said("Outcome in detail", call.outcomeDetail),
          { term: "Tenant", value: call.tenant },
          { term: "Gateway", value: call.gateway },
          said("The gateway's id", call.externalId),
          { term: "Received", value: <Time value={call.receivedAt} /> },
        ]}
      />
    </Section>
  );
}

function Sent({ call }: { call: CallRow }) {
  if (call.arguments) return <RawArguments text={call.arguments.text} sha256={call.arguments.sha256} />;
  const { argumentsRemovedAfterDays: days, argumentsSha256: sha256 } = call;
  if (days === null) return <p className="text-fg-muted text-sm">The gateway reported no arguments.</p>;
  return (
    <p className="text-fg-muted text-sm">
      {removedWords(days)}.{" "}
      {sha256 !== null && (
        <>
          Their digest (SHA-256) is <code className="mono wrap-anywhere text-fg">{sha256}</code>.
        </>
      )}
    </p>
  );
}

/** One call: its rationale, arguments, outcome and neighbours. */
export function CallPage({ view }: { view: CallView }) {
  const { call, around, links } = view;
  return (
    <Page>
      <PageHead
        crumbs={[{ href: "/rationales", label: "Rationales" }]}
        title={
          <span className="mono">
            <Untrusted>{call.provider ? `${call.provider} · ${call.tool}` : call.tool}</Untrusted>
          </span>
        }
        mark={
          <span className="flex items-center gap-2">
            <OutcomeMark outcome={call.outcome} strong />
            {call.risk && <RiskMark risk={call.risk} suffix="risk" />}
          </span>
        }
        actions={
          shownRationale(call).usable && call.rationaleRemovedAfterDays === null ? (
            <ButtonLink href={`/rationales?${new URLSearchParams({ similar: call.id })}`}>
              Similar calls
            </ButtonLink>
          ) : null
        }
      />
      <Facts call={call} />
      <RanOnNote view={view} />
      <div className="grid gap-6 lg:grid-cols-[minmax(0,1.3fr)_minmax(0,1fr)] lg:gap-10">
        <Reason call={call} />
        <Caller view={view} />
      </div>
      <WentWrong call={call} />
      <Section id="arguments" title="Arguments">
        <Sent call={call} />
      </Section>
      {call.sessionId === null ? (
        <p className="text-fg-muted text-sm">The gateway named no session, so no other calls can be shown.</p>
      ) : (
        <CallsAround calls={around} current={call.id} session={call.sessionId} />
      )}
      <Section id="links" title="Around this call">
        <SessionLinksList links={links} />
      </Section>
    </Page>
  );
}
