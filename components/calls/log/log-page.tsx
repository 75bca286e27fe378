import type { ReactNode } from "react";
import { SavedView } from "@/components/saved-views/saved-view";
import { ButtonLink } from "@/components/ui/button-link";
import { EmptyState } from "@/components/ui/empty-state";
import { ExportMenu } from "@/components/ui/list/export-menu";
import { ListFrame } from "@/components/ui/list/list-frame";
import { ListNotice } from "@/components/ui/list/list-notice";
import { Page, PageHead } from "@/components/ui/page";
import { Loading, Skeleton } from "@/components/ui/skeleton";
import { Code } from "@/components/ui/text/code";
import { Untrusted } from "@/components/ui/text/untrusted";
import { saveLogView } from "@/lib/calls/log/actions";
import { callList, type LogFilter } from "@/lib/calls/log/list";
import { exportQuery, spanOf } from "@/lib/calls/log/rules";
import type { LogAround } from "@/lib/calls/log/types";
import { CALL_COUNT_MAX } from "@/lib/calls/types";
import type { CallRow } from "@/lib/calls/wire";
import type { ListProblem } from "@/lib/core/list/filters";
import { RationaleTabs } from "../rationale-tabs";
import { CallList } from "./call-list";
import { LogFilters } from "./filters";
import { spanText } from "./span";

function Empty({
  filter,
  now,
  none,
  offer,
}: {
  filter: LogFilter;
  now: Date;
  none: boolean;
  offer: ReactNode;
}) {
  const filtered = callList.isNarrowed(filter);
  if (filtered || !none) {
    const any = callList.link(filter, { within: "any", since: undefined, until: undefined });
    return (
      <EmptyState
        icon="filter"
        title={filtered ? "No call matches these filters." : "Gateways reported no call in this time."}
        action={
          <>
            {spanOf(filter) !== "any" && <ButtonLink href={any}>Look at all time</ButtonLink>}
            {filtered && <ButtonLink href="/rationales">Clear the filters</ButtonLink>}
          </>
        }
      >
        {spanOf(filter) !== "any" && <p>{spanText(filter, now)}: older calls are not included.</p>}
      </EmptyState>
    );
  }
  return (
    <EmptyState icon="plug" title="No gateway has reported a call yet." action={offer}>
      <p>
        Gateways report each tool call with the agent's one-sentence reason. The reference gateway does so by
        itself; any gateway can post tool calls itself.
      </p>
      <p className="mt-1.5">
        <Code>POST /api/v1/audit</Code>
      </p>
    </EmptyState>
  );
}

/** The searchable log of calls, below `session` for one session, else below `figures`. */
export function LogPage({
  filter,
  problems,
  around,
  calls,
  nextCursor,
  count,
  none,
  now,
  session,
  timeline,
  similar,
  figures,
  kept,
  offer,
  intentName,
}: {
  filter: LogFilter;
  problems: readonly ListProblem[];
  around: LogAround;
  calls: readonly CallRow[];
  nextCursor: string | null;
  /** CALL_COUNT_MAX if there are at least as many and the daily counts do not say how many. */
  count: number;
  none: boolean;
  now: Date;
  session: ReactNode;
  /**
   * The calls of one session in order, with the events between them; null for a list, newest first.
   */
  timeline: ReactNode;
  /** The calls that the list resembles. */
  similar: ReactNode;
  figures: ReactNode;
  /** The part of the range that retention removed. */
  kept: ReactNode;
  /** Shown if no call was ever reported. */
  offer: ReactNode;
  /** The name of the intent filter; null for none. */
  intentName: string | null;
}) {
  const filtered = callList.isNarrowed(filter);
  const span = spanText(filter, now);
  const counted = `${count.toLocaleString("en")}${count === CALL_COUNT_MAX ? "+" : ""}`;
  return (
    <Page wide>
      <Head filter={filter} now={now} saved={around.saved} total={count === CALL_COUNT_MAX ? null : count} />
      <RationaleTabs current="Log" />
      {session}
      <ListNotice problems={problems} />
      <LogFilters filter={filter} around={around} intentName={intentName} now={now} />
      {figures}
      <section aria-label="Calls" className="flex flex-col gap-2">
        <p role="status" className="text-fg-muted text-sm">
          {`${counted} calls${filtered ? " match" : ""}, ${timeline ? "in the order they happened" : "newest first"}. ${span}.`}
        </p>
        {similar}
        {kept}
        <ListFrame
          list={callList}
          filter={filter}
          nextCursor={nextCursor}
          label="Pages of calls"
          newest={timeline ? "Latest" : "Newest"}
          older={timeline ? "Earlier" : "Older"}
        >
          {timeline && calls.length > 0 ? (
            timeline
          ) : (
            <CallList calls={calls} empty={<Empty filter={filter} now={now} none={none} offer={offer} />} />
          )}
        </ListFrame>
      </section>
    </Page>
  );
}

function Head({
  filter,
  now,
  saved,
  total,
}: {
  filter: LogFilter;
  now: Date;
  saved: LogAround["saved"];
  /** Null if uncounted. */
  total: number | null;
}) {
  const file = (format: "csv" | "ndjson") => `/api/v1/audit?${exportQuery(filter, format, now)}`;
  return (
    <PageHead
      title={saved ? <Untrusted>{saved.name}</Untrusted> : "Rationales"}
      mark={saved && <SavedView saved={saved} query={callList.query(filter)} save={saveLogView} />}
      description="Every call that gateways reported, and why the agent made it, in its own words."
      actions={
        <>
          <ButtonLink href="/rationales/offenders">Without a rationale</ButtonLink>
          <ExportMenu
            id="export-calls"
            label="Download"
            total={total}
            note={`Every call that matches the filters, however many. ${spanText(filter, now)}, up to the moment you click. Formulas become plain text.`}
            files={[
              { href: file("csv"), label: "Calls as CSV", rows: ["call", "calls"] },
              { href: file("ndjson"), label: "Calls as NDJSON", rows: ["call", "calls"] },
            ]}
          />
        </>
      }
    />
  );
}

const ROWS = ["w-4/5", "w-3/5", "w-11/12", "w-2/3", "w-3/4", "w-1/2", "w-5/6"];

export function LogSkeleton() {
  return (
    <Page wide>
      <Loading label="Loading calls">
        <Skeleton className="h-6 w-40" />
        <Skeleton className="mt-5 h-8 w-full" />
        <Skeleton className="mt-5 h-[70px] w-full" />
        {ROWS.map((width) => (
          <Skeleton key={width} className={`mt-5 h-4 ${width}`} />
        ))}
      </Loading>
    </Page>
  );
}
