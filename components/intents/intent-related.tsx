import type { ReactNode } from "react";
import { Link } from "@/components/ui/link";
import { Card, Section } from "@/components/ui/page";
import { Untrusted } from "@/components/ui/text/untrusted";
import { Time } from "@/components/ui/time";
import { STATUS_WORDS } from "@/components/words/approvals/status";
import { counted } from "@/components/words/counts";
import { STATE_WORDS } from "@/components/words/feedback";
import { callList } from "@/lib/calls/log/list";
import type { ApprovalOf, IssueOf, SessionOf } from "@/lib/intents/detail/types";

const LINK = "inline-flex min-h-6 items-center wrap-anywhere hover:underline max-sm:min-h-12";

function Listed({ label, none, children }: { label: string; none: string; children: readonly ReactNode[] }) {
  if (children.length === 0) return <p className="px-3.5 py-3 text-sm text-fg-muted">{none}</p>;
  return (
    <ul aria-label={label} className="divide-y divide-border">
      {children}
    </ul>
  );
}

const ROW = "flex flex-wrap items-baseline gap-x-3 px-3.5 py-1.5 text-sm";

/** Sessions that meant it, held calls that say it, and feedback that came with it. */
export function IntentRelated({
  sessions,
  approvals,
  issues,
  href,
}: {
  sessions: readonly SessionOf[];
  approvals: readonly ApprovalOf[];
  issues: readonly IssueOf[];
  /** All its calls in the log. */
  href: string;
}) {
  return (
    <>
      <Section
        id="sessions"
        title="Sessions"
        description={
          <>
            The newest with this intent.{" "}
            <Link href={href} className="text-accent underline">
              All its calls
            </Link>
          </>
        }
      >
        <Card flush>
          <Listed label="Sessions" none="Its calls name no session.">
            {sessions.map(({ session, agent, calls, failed, lastAt }) => (
              <li key={session} className={ROW}>
                <Link href={callList.link({ session })} className={`${LINK} min-w-0 flex-1`}>
                  <Untrusted mono>{session}</Untrusted>
                </Link>
                {agent && <Untrusted>{agent}</Untrusted>}
                <span className="tnum text-fg-muted">
                  {counted(calls, "call")}
                  {failed > 0 && `, ${failed.toLocaleString("en")} failed`}
                </span>
                <Time value={lastAt} form="relative" />
              </li>
            ))}
          </Listed>
        </Card>
      </Section>
      <HeldAndReported approvals={approvals} issues={issues} />
    </>
  );
}

function HeldAndReported({
  approvals,
  issues,
}: {
  approvals: readonly ApprovalOf[];
  issues: readonly IssueOf[];
}) {
  return (
    <>
      <Section id="approvals" title="Approvals" description="Held calls with this intent.">
        <Card flush>
          <Listed label="Approvals" none="No held call of these tools has this intent.">
            {approvals.map(({ id, summary, decision, createdAt }) => (
              <li key={id} className={ROW}>
                <Link href={`/approvals/${id}`} className={`${LINK} min-w-0 flex-1`}>
                  <Untrusted>{summary}</Untrusted>
                </Link>
                <span className="text-fg-muted">{STATUS_WORDS[decision]}</span>
                <Time value={createdAt} form="relative" />
              </li>
            ))}
          </Listed>
        </Card>
      </Section>
      <Section
        id="issues"
        title="Feedback"
        description="Issues that people made of it, and those that agents reported in its newest sessions."
      >
        <Card flush>
          <Listed label="Issues" none="No agent reported anything in its newest sessions.">
            {issues.map(({ id, ref, title, state, made }) => (
              <li key={id} className={ROW}>
                <Link href={`/feedback/${id}`} className={`${LINK} min-w-0 flex-1`}>
                  <span>
                    <span className="mono">{ref}</span> <Untrusted>{title}</Untrusted>
                  </span>
                </Link>
                <span className="text-fg-muted">
                  {made && "made of it · "}
                  {STATE_WORDS[state]}
                </span>
              </li>
            ))}
          </Listed>
        </Card>
      </Section>
    </>
  );
}
