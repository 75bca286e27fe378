import { Link } from "@/components/ui/link";
import { FactStrip } from "@/components/ui/list/fact-strip";
import { Time } from "@/components/ui/time";
import { counted } from "@/components/words/counts";
import { durationText } from "@/components/words/rationales";
import { type InboxFilter, inboxList } from "@/lib/feedback/inbox/list";
import { type FeedbackInsight, JUDGED_AFTER_DAYS, UNIQUE_MIN } from "@/lib/feedback/types";

const LINK = "inline-flex min-h-6 items-center underline underline-offset-2 hover:text-accent";

/** How the feedback of agents is handled; each figure links to its reports. */
export function FeedbackInsightStrip({ insight, tenant }: { insight: FeedbackInsight; tenant?: string }) {
  const { unique, judged, reported, answered, triaged, medianSeconds, oldest, since } = insight;
  const href = (from: string): string => {
    const filter: InboxFilter = { view: "all", tenant, since: from, reported: "yes" };
    return inboxList.link(filter);
  };
  const inWindow = `of ${counted(reported, "issue")} in 90 days`;
  return (
    <div className="flex flex-col gap-2">
      <FactStrip
        label="How feedback fares"
        items={[
          {
            term: "Issues in 30 days",
            value: (
              <Link href={href(since.month)} className={LINK}>
                {unique.toLocaleString("en")}
              </Link>
            ),
            note: `${UNIQUE_MIN} or more make the tool worth keeping`,
          },
          {
            term: "Time to triage",
            value: (
              <Link href={href(since.quarter)} className={LINK}>
                {medianSeconds === null ? "None yet" : durationText(Math.round(medianSeconds * 1_000))}
              </Link>
            ),
            note: `median, ${triaged.toLocaleString("en")} ${inWindow}`,
          },
          {
            term: "Answered",
            value: (
              <Link href={href(since.quarter)} className={LINK}>
                {reported === 0 ? "None yet" : `${Math.round((100 * answered) / reported)} %`}
              </Link>
            ),
            note: `${answered.toLocaleString("en")} ${inWindow}`,
          },
          {
            term: "Oldest open",
            value: oldest ? (
              <Link href={`/feedback/${oldest.id}`} className={LINK}>
                <Time value={oldest.firstSeenAt} form="date" focusable={false} />
              </Link>
            ) : (
              "None"
            ),
            note: oldest && <span className="mono">{oldest.ref}</span>,
          },
        ]}
      />
      {unique < UNIQUE_MIN && (
        <p className="text-fg-muted text-sm">
          {judged
            ? `Fewer than ${UNIQUE_MIN} different issues a month after ${JUDGED_AFTER_DAYS} days. Suggested: check that agents have submit_feedback and are instructed to use it. If they are, remove the tool. The reports stay.`
            : `Fewer than ${UNIQUE_MIN} different issues in 30 days; this is judged once the tenant has sent rows for ${JUDGED_AFTER_DAYS} days.`}
        </p>
      )}
    </div>
  );
}
