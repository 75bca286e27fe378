import { Gauge } from "@/components/ui/chart/gauge";
import { shareText } from "@/components/ui/chart/shares";
import { ThresholdBars } from "@/components/ui/chart/threshold-bars";
import { Link } from "@/components/ui/link";
import { counted } from "@/components/words/counts";
import {
  AT_ONCE_LINE,
  MEANING_LINE,
  SIGNAL_ADVICE,
  SIGNAL_AFTER,
  SIGNAL_FINE,
  SIGNAL_LINES,
  SIGNAL_MEANINGS,
} from "@/components/words/insights";
import { queueList } from "@/lib/approvals/queue/list";
import { callList } from "@/lib/calls/log/list";
import { inboxList } from "@/lib/feedback/inbox/list";
import { UNIQUE_MIN } from "@/lib/feedback/types";
import { meaningShare, unreadOf } from "@/lib/insights/signals/rules";
import {
  AT_ONCE,
  type AtOnceSignal,
  type FeedbackSignal,
  MEANING,
  type MeaningSignal,
  SIGNAL_DAYS,
  type Signals,
} from "@/lib/insights/signals/types";
import { SaysFrom, SignalCard } from "./signal-card";

const DAY = new Intl.DateTimeFormat("en-GB", { day: "numeric", month: "short", timeZone: "UTC" });
const dayOf = (day: string) => DAY.format(new Date(day));
const number = (value: number) => value.toLocaleString("en");

const FIGURE = "underline decoration-border-strong underline-offset-4 hover:decoration-fg";

type Whose = { tenant?: string; mayAdminister: boolean };

/** The three signals that a feature costs more than it is worth. */
export function SignalCards({ signals, ...whose }: Whose & { signals: Signals }) {
  return (
    <div className="grid gap-4 lg:grid-cols-3">
      <Meaning signal={signals.meaning} {...whose} />
      <Feedback signal={signals.feedback} {...whose} />
      <AtOnce signal={signals.atOnce} {...whose} />
    </div>
  );
}

function Meaning({ signal, tenant, mayAdminister }: Whose & { signal: MeaningSignal }) {
  const { state, judgedFrom, lately, weeks, since } = signal;
  const share = meaningShare(lately);
  const seen = lately.read + lately.missing;
  const unread = unreadOf(lately);
  const says = {
    early: <SaysFrom from={judgedFrom} days={SIGNAL_AFTER.meaning} subject="call" />,
    few:
      seen < MEANING.callsMin
        ? `At least ${MEANING.callsMin} calls are needed that were read or came without a rationale; there ${seen === 1 ? "is" : "are"} ${number(seen)}.`
        : "The worker has not read enough of them yet.",
    regret: SIGNAL_ADVICE.meaning,
    fine: SIGNAL_FINE.meaning,
  }[state];
  return (
    <SignalCard
      id="signal-meaning"
      title="Meaningful rationales"
      means={SIGNAL_MEANINGS.meaning}
      state={state}
      figure={
        share === null ? (
          "None yet"
        ) : (
          <Link href={callList.link({ since, tenant })} className={FIGURE}>
            {shareText(share)}
          </Link>
        )
      }
      note={seen === 0 ? "no call was reported" : `of ${counted(seen, "call")}`}
      gauge={
        <Gauge
          label={`Meaningful rationales: ${share === null ? "none yet" : shareText(share)}, ${SIGNAL_LINES.meaning}`}
          value={share}
          threshold={MEANING.shareMin}
          most={1}
          isWrong={state === "regret"}
          says={SIGNAL_LINES.meaning}
        />
      }
      says={
        <>
          {says}
          {unread > 0 &&
            ` ${counted(unread, "call")} of these days ${unread === 1 ? "is" : "are"} still to be read.`}
        </>
      }
      course={
        <ThresholdBars
          label="Meaningful rationales by week"
          threshold={MEANING.shareMin}
          says={MEANING_LINE}
          value={shareText}
          head={["Week from", "Share", "Meaningful", "Calls"]}
          bars={weeks.map(({ from, to, ...week }) => {
            const value = meaningShare(week);
            const cells = [value === null ? "none" : shareText(value), number(week.meaningful)];
            return {
              ...{ at: from, label: dayOf(from), value },
              cells: [...cells, number(week.read + week.missing)],
              href: callList.link({ since: from, until: to, tenant }),
            };
          })}
        />
      }
      links={<MeaningLinks since={since} tenant={tenant} mayAdminister={mayAdminister} />}
    />
  );
}

function MeaningLinks({ since, tenant, mayAdminister }: Whose & { since: string }) {
  return (
    <>
      <li>
        <Link
          href={tenant ? `/rationales/intents?tenant=${encodeURIComponent(tenant)}` : "/rationales/intents"}
        >
          Intents
        </Link>
      </li>
      <li>
        <Link href={callList.link({ rationale: "missing", since, tenant })}>Calls without a rationale</Link>
      </li>
      {mayAdminister && (
        <li>
          <Link href={tenant ? `/settings/tenants/${encodeURIComponent(tenant)}#grace` : "/settings/tenants"}>
            {tenant ? "Grace period" : "Grace periods"}
          </Link>
        </li>
      )}
    </>
  );
}

function Feedback({ signal, tenant }: Whose & { signal: FeedbackSignal }) {
  const { state, judgedFrom, issues, months, since } = signal;
  const says = {
    early: <SaysFrom from={judgedFrom} days={SIGNAL_AFTER.feedback} subject="call" />,
    few: null,
    regret: SIGNAL_ADVICE.feedback,
    fine: SIGNAL_FINE.feedback,
  }[state];
  const rows = (from: string, to?: string) =>
    inboxList.link({ view: "all", reported: "yes", since: from, until: to, tenant });
  return (
    <SignalCard
      id="signal-feedback"
      title="Unique feedback"
      means={SIGNAL_MEANINGS.feedback}
      state={state}
      figure={
        <Link href={rows(since)} className={FIGURE}>
          {number(issues)}
        </Link>
      }
      note={`${issues === 1 ? "issue" : "different issues"} in ${SIGNAL_DAYS} days`}
      gauge={
        <Gauge
          label={`Unique feedback: ${counted(issues, "issue")}, ${SIGNAL_LINES.feedback}`}
          value={issues}
          threshold={UNIQUE_MIN}
          most={Math.max(2 * UNIQUE_MIN, issues)}
          isWrong={state === "regret"}
          says={SIGNAL_LINES.feedback}
        />
      }
      says={says}
      course={
        <ThresholdBars
          label="Different issues by month of 30 days"
          threshold={UNIQUE_MIN}
          says={String(UNIQUE_MIN)}
          value={number}
          head={["Month from", "Issues"]}
          bars={months.map((month, index) => ({
            ...{
              at: month.from,
              label: dayOf(month.from),
              value: month.issues,
              cells: [number(month.issues)],
            },
            // Lists sort by the last report, and issues of earlier months may have newer ones.
            href: index === months.length - 1 ? rows(month.from) : undefined,
          }))}
        />
      }
      links={
        <>
          <li>
            <Link href={rows(since)}>Issues of these days</Link>
          </li>
          <li>
            <Link href="/docs/triage">How agents report</Link>
          </li>
        </>
      }
    />
  );
}

function AtOnce({ signal, tenant }: Whose & { signal: AtOnceSignal }) {
  const { state, calls, atOnce, weeks, since, complete, tools } = signal;
  const share = calls === 0 ? null : atOnce / calls;
  const from = complete ? since.toISOString().slice(0, 10) : since.toISOString();
  const says = {
    early: null,
    few: `At least ${AT_ONCE.callsMin} such calls are needed; there ${calls === 1 ? "was" : "were"} ${number(calls)} in ${SIGNAL_DAYS} days.`,
    regret: SIGNAL_ADVICE.atOnce,
    fine: SIGNAL_FINE.atOnce,
  }[state];
  const rows = (part: object) => queueList.link({ view: "decided", tenant, ...part });
  return (
    <SignalCard
      id="signal-at-once"
      title="Approved at once"
      means={SIGNAL_MEANINGS.atOnce}
      state={state}
      figure={
        share === null ? (
          "None yet"
        ) : (
          <Link href={rows({ pace: "at_once", since: from })} className={FIGURE}>
            {shareText(share)}
          </Link>
        )
      }
      note={calls === 0 ? "no such call ended" : `of ${counted(calls, "call")} at high or critical risk`}
      gauge={
        <Gauge
          label={`Approved at once: ${share === null ? "none yet" : shareText(share)}, ${SIGNAL_LINES.atOnce}`}
          value={share}
          threshold={AT_ONCE.shareMax}
          most={1}
          isWrong={state === "regret"}
          says={SIGNAL_LINES.atOnce}
        />
      }
      says={
        <>
          {says}
          {!complete && " There were more calls than are counted at once: these are the newest."}
        </>
      }
      course={
        <ThresholdBars
          label="Approved at once by week"
          threshold={AT_ONCE.shareMax}
          says={AT_ONCE_LINE}
          value={shareText}
          head={["Week from", "Share", "At once", "Calls"]}
          bars={weeks.map((week) => {
            const value = week.calls === 0 ? null : week.atOnce / week.calls;
            return {
              ...{ at: week.from, label: dayOf(week.from), value },
              cells: [value === null ? "none" : shareText(value), number(week.atOnce), number(week.calls)],
              href: rows({ asked: "high", since: week.from, until: week.to }),
            };
          })}
        />
      }
      links={
        <>
          <li>
            <Link href={rows({ asked: "high", since: from })}>All these calls</Link>
          </li>
          {tools.length > 0 && (
            <li>
              <a href="#at-once">The tools</a>
            </li>
          )}
        </>
      }
    />
  );
}
