import type { ReactNode } from "react";
import { ButtonLink } from "@/components/ui/button-link";
import { EmptyState } from "@/components/ui/empty-state";
import { ExportMenu } from "@/components/ui/list/export-menu";
import { ListNotice } from "@/components/ui/list/list-notice";
import { Paging } from "@/components/ui/list/paging";
import { Card, Page, PageHead } from "@/components/ui/page";
import { Loading, Skeleton } from "@/components/ui/skeleton";
import { Code } from "@/components/ui/text/code";
import { EMPTY, EXPORT, RATIONALES } from "@/components/words/rationales";
import { callList, type LogFilter } from "@/lib/calls/log/list";
import { exportQuery, spanOf } from "@/lib/calls/log/rules";
import type { LogChoices } from "@/lib/calls/log/types";
import type { CallRow } from "@/lib/calls/schema";
import { CALL_COUNT_MAX } from "@/lib/calls/types";
import type { ListProblem } from "@/lib/core/list/filters";
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
        title={filtered ? EMPTY.filtered : EMPTY.lately}
        action={
          <>
            {spanOf(filter) !== "any" && <ButtonLink href={any}>{EMPTY.anyTime}</ButtonLink>}
            {filtered && <ButtonLink href="/rationales">{EMPTY.clear}</ButtonLink>}
          </>
        }
      >
        {spanOf(filter) !== "any" && <p>{EMPTY.spanText(spanText(filter, now))}</p>}
      </EmptyState>
    );
  }
  return (
    <EmptyState icon="plug" title={EMPTY.firstTitle} action={offer}>
      <p>{EMPTY.firstText}</p>
      <p className="mt-1.5">
        <Code>{EMPTY.firstCommand}</Code>
      </p>
    </EmptyState>
  );
}

/** The searchable log of calls. `session` stands above it when one session is looked at, `figures` otherwise. */
export function LogPage({
  filter,
  problems,
  choices,
  calls,
  nextCursor,
  count,
  none,
  now,
  session,
  figures,
  offer,
}: {
  filter: LogFilter;
  /** What of the address is no filter. */
  problems: readonly ListProblem[];
  choices: LogChoices;
  calls: readonly CallRow[];
  nextCursor: string | null;
  /** Up to CALL_COUNT_MAX. */
  count: number;
  /** Whether no call was ever reported. */
  none: boolean;
  now: Date;
  session: ReactNode;
  figures: ReactNode;
  /** What else to begin with, where no call was ever reported. */
  offer: ReactNode;
}) {
  const filtered = callList.isNarrowed(filter);
  const file = (format: "csv" | "ndjson") => `/api/v1/audit?${exportQuery(filter, format, now)}`;
  const span = spanText(filter, now);
  const counted = RATIONALES.counted(count, CALL_COUNT_MAX);
  return (
    <Page wide>
      <PageHead
        title={RATIONALES.title}
        description={RATIONALES.description}
        actions={
          <ExportMenu
            id="export-calls"
            label={EXPORT.label}
            note={EXPORT.note(span)}
            files={[
              { href: file("csv"), label: EXPORT.csv },
              { href: file("ndjson"), label: EXPORT.ndjson },
            ]}
          />
        }
      />
      {session}
      <ListNotice problems={problems} />
      <LogFilters filter={filter} choices={choices} />
      {figures}
      <section aria-label={RATIONALES.list} className="flex flex-col gap-2">
        <p role="status" className="text-fg-muted text-sm">
          {filtered ? RATIONALES.matches(counted, span) : RATIONALES.all(counted, span)}
        </p>
        <Card flush>
          <CallList calls={calls} empty={<Empty filter={filter} now={now} none={none} offer={offer} />} />
          <Paging
            list={callList}
            filter={filter}
            nextCursor={nextCursor}
            label={RATIONALES.pages}
            newest={RATIONALES.newest}
            older={RATIONALES.older}
          />
        </Card>
      </section>
    </Page>
  );
}

const ROWS = ["w-4/5", "w-3/5", "w-11/12", "w-2/3", "w-3/4", "w-1/2", "w-5/6"];

/** The log to come, in its shape. */
export function LogSkeleton() {
  return (
    <Page wide>
      <Loading label={RATIONALES.loading}>
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
