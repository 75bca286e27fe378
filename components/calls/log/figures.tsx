import type { ReactNode } from "react";
import { BarList } from "@/components/ui/chart/bar-list";
import { StackedBars } from "@/components/ui/chart/stacked-bars";
import { Icon } from "@/components/ui/icon";
import { Link } from "@/components/ui/link";
import { FactStrip } from "@/components/ui/list/fact-strip";
import { Loading, Skeleton } from "@/components/ui/skeleton";
import { counted } from "@/components/words/counts";
import { CLASS_SERIES } from "@/components/words/outcome-classes";
import { failedShare, OUTCOME_WORDS } from "@/components/words/rationales";
import type { CallFigures, NameFigure } from "@/lib/calls/figures/types";
import { callList, type LogFilter } from "@/lib/calls/log/list";
import { callFilterOf } from "@/lib/calls/log/rules";
import type { Outcome } from "@/lib/calls/types";
import { revealedText } from "@/lib/core/text/reveal";
import { dayText, spanText } from "./span";

const LINK = "underline underline-offset-2 hover:text-accent";

function Part({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className="min-w-0">
      <h2 className="mb-1 font-medium text-fg-muted text-xs">{title}</h2>
      {children}
    </section>
  );
}

const SPAN: readonly string[] = ["tenant", "within", "since", "until"];

/** Whether the filter asks for all calls of a tenant and time, not for some to be read. */
const isOfAll = (filter: LogFilter) => callList.chips(filter).every(({ name }) => SPAN.includes(name));

type Props = { figures: CallFigures; filter: LogFilter; now: Date };

/** Totals of a filter's calls; each figure links to its calls. */
export function LogFigures({ figures, filter, now }: Props) {
  const href = (more: LogFilter) => callList.link(filter, more);
  return (
    <div className="flex flex-col gap-5">
      <FactStrip
        label="Figures"
        items={[
          {
            term: "Calls",
            value: (
              <Link href={href({})} className={LINK}>
                {figures.calls.toLocaleString("en")}
              </Link>
            ),
            note:
              figures.basis === "all"
                ? spanText(filter, now)
                : `All figures are of the newest ${figures.calls.toLocaleString("en")} calls that match, back to ${dayText(figures.from, now)}.`,
          },
          {
            term: "Failed",
            value: (
              <Link href={href({ class: "failed" })} className={LINK}>
                {failedShare(figures.failed, figures.calls)}
              </Link>
            ),
            note: `${counted(figures.failed, "call")} of all; calls held or refused do not count as failed`,
          },
          ...(figures.missing === null
            ? []
            : [
                {
                  term: "Without a rationale",
                  value: (
                    <Link href={href({ rationale: "missing" })} className={LINK}>
                      {figures.missing.toLocaleString("en")}
                    </Link>
                  ),
                  note: figures.missing > 0 ? <Offenders tenant={filter.tenant} /> : null,
                },
              ]),
        ]}
      />
      {figures.calls > 0 && (
        <details open={isOfAll(filter)} className="group max-md:hidden">
          <summary className="inline-flex min-h-6 cursor-pointer items-center gap-1 font-medium text-fg-muted text-xs hover:text-fg">
            <Icon name="chevron-right" size={13} className="group-open:rotate-90" />
            By day, tool and agent
          </summary>
          <Charts figures={figures} filter={filter} now={now} href={href} />
        </details>
      )}
    </div>
  );
}

function Charts({
  figures,
  filter,
  now,
  href,
}: Props & {
  /** The address of a narrower filter. */
  href: (more: LogFilter) => string;
}) {
  // The first and last day of some ranges are partial.
  const begins = callFilterOf(filter, now).since?.toISOString();
  const ends = filter.until;
  const dayHref = (day: string) =>
    href({
      within: undefined,
      since: begins?.startsWith(day) ? begins : day,
      until: ends?.startsWith(day) ? ends : day,
    });
  const names = (items: readonly NameFigure[], key: "tool" | "agent" | "model" | "gateway") =>
    items.map(({ name, calls }) => ({
      label: name === "" ? "No agent named" : revealedText(name),
      value: calls,
      href: name === "" ? undefined : href({ [key]: name }),
      mono: key === "tool",
    }));

  return (
    <div className="mt-2 grid gap-x-8 gap-y-5 lg:grid-cols-[minmax(0,2fr)_minmax(0,1fr)_minmax(0,1fr)]">
      <Part title="Calls by day (UTC) and outcome">
        <StackedBars
          label="Calls by day (UTC) and outcome"
          series={CLASS_SERIES}
          buckets={figures.days.map(({ day, classes }) => ({
            at: day,
            label: dayText(day, now),
            values: classes,
            href: dayHref(day),
          }))}
        />
        {figures.older && (
          <p className="text-fg-muted text-xs">
            Since {dayText(figures.from, now)}; older calls are counted in the figures only.
          </p>
        )}
      </Part>
      <Part title="Busiest tools">
        <BarList label="Busiest tools" items={names(figures.tools, "tool")} />
      </Part>
      <Part title="Busiest agents">
        <BarList label="Busiest agents" items={names(figures.agents, "agent")} />
      </Part>
      <div className="grid gap-x-8 gap-y-5 md:col-span-full md:grid-cols-3">
        <Part title="Outcomes">
          <BarList
            label="Outcomes"
            items={figures.outcomes.map(({ name, calls }) => ({
              label: OUTCOME_WORDS[name as Outcome],
              value: calls,
              href: href({ outcome: name as Outcome }),
            }))}
          />
        </Part>
        {figures.models.length > 0 && (
          <Part title="Models">
            <BarList label="Models" items={names(figures.models, "model")} />
          </Part>
        )}
        {figures.gateways.length > 0 && (
          <Part title="Gateways">
            <BarList label="Gateways" items={names(figures.gateways, "gateway")} />
          </Part>
        )}
      </div>
    </div>
  );
}

function Offenders({ tenant }: { tenant?: string }) {
  const href = tenant ? `/rationales/offenders?${new URLSearchParams({ tenant })}` : "/rationales/offenders";
  return (
    <Link href={href} className={LINK}>
      Who leaves it out
    </Link>
  );
}

/** A skeleton in the shape of the figures. */
export function LogFiguresSkeleton() {
  return (
    <Loading label="Adding up the figures">
      <div className="flex flex-col gap-5">
        <Skeleton className="h-[70px] w-full" />
        <Skeleton className="h-44 w-full max-md:hidden" />
      </div>
    </Loading>
  );
}
