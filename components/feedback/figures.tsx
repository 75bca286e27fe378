import type { ReactNode } from "react";
import { BarList } from "@/components/ui/chart/bar-list";
import { StackedBars } from "@/components/ui/chart/stacked-bars";
import { Loading, Skeleton } from "@/components/ui/skeleton";
import { counted } from "@/components/words/counts";
import { SEVERITY_WORDS } from "@/components/words/feedback";
import { revealedText } from "@/lib/core/text/reveal";
import { type InboxFilter, inboxList } from "@/lib/feedback/inbox/list";
import type { FeedbackFigures } from "@/lib/feedback/types";
import { SEVERITIES, type SeverityWord } from "@/lib/feedback/types";

const TONES: Record<SeverityWord, "problem" | "neutral" | "muted"> = {
  high: "problem",
  med: "neutral",
  low: "muted",
};

/** Severities as series of a chart, from the least. */
export const SEVERITY_SERIES = SEVERITIES.map((key) => ({
  key,
  label: SEVERITY_WORDS[key],
  tone: TONES[key],
}));

const DAY = new Intl.DateTimeFormat("en-GB", { day: "numeric", month: "short", timeZone: "UTC" });

function Part({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className="min-w-0">
      <h3 className="mb-1 font-medium text-fg-muted text-xs">{title}</h3>
      {children}
    </section>
  );
}

/** Totals of the last eight weeks; each figure links to its reports. */
export function FeedbackFiguresPanel({
  figures,
  tenant,
  insight,
}: {
  figures: FeedbackFigures;
  tenant?: string;
  /** Insight figures, shown above. */
  insight: ReactNode;
}) {
  const href = (filter: Partial<InboxFilter>) => inboxList.link({ view: "all", tenant, ...filter });
  const since = figures.weeks[0]?.from;
  const named = (items: readonly { name: string; reports: number }[], key: "tool" | "agent") =>
    items.map(({ name, reports }) => ({
      label: revealedText(name),
      value: reports,
      href: href({ [key]: name, since }),
      mono: key === "tool",
    }));
  return (
    <div className="mx-auto flex w-full max-w-[56rem] flex-col gap-5 px-4 py-4 sm:px-7 lg:py-5">
      {insight}
      <div>
        <h2 className="font-bold text-base">The last eight weeks</h2>
        <p className="text-fg-muted text-sm">
          {figures.reports === 0
            ? "No reports in the last eight weeks."
            : `${counted(figures.reports, "report")}, by week (UTC)`}
        </p>
      </div>
      {figures.reports > 0 && (
        <>
          <StackedBars
            label="Reports by week and severity"
            series={SEVERITY_SERIES}
            buckets={figures.weeks.map(({ from, to, severities }) => ({
              at: from,
              label: DAY.format(new Date(from)),
              values: severities,
              href: href({ since: from, until: to }),
            }))}
          />
          <div className="grid gap-6 max-lg:hidden xl:grid-cols-3">
            <Part title="By severity">
              <BarList
                label="By severity"
                items={SEVERITIES.toReversed().map((severity) => ({
                  label: SEVERITY_WORDS[severity],
                  value: figures.severities[severity],
                  href: href({ severity, since }),
                }))}
              />
            </Part>
            <Part title="By tool">
              <BarList label="By tool" items={named(figures.tools, "tool")} />
            </Part>
            <Part title="By agent">
              <BarList label="By agent" items={named(figures.agents, "agent")} />
            </Part>
          </div>
        </>
      )}
    </div>
  );
}

export function FeedbackFiguresSkeleton() {
  return (
    <Loading label="The last eight weeks">
      <div className="mx-auto flex w-full max-w-[56rem] flex-col gap-5 px-4 py-4 sm:px-7 lg:py-5">
        <Skeleton className="h-5 w-48" />
        <Skeleton className="h-40 w-full" />
      </div>
    </Loading>
  );
}
