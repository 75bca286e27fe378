import type { Metadata } from "next";
import { Suspense } from "react";
import { LogFigures, LogFiguresSkeleton } from "@/components/calls/log/figures";
import { KeptNote } from "@/components/calls/log/kept-note";
import { LogPage } from "@/components/calls/log/log-page";
import { SimilarNote } from "@/components/calls/log/similar-note";
import { SessionHeader } from "@/components/calls/session-head";
import { SessionTimeline } from "@/components/calls/session-timeline";
import { SampleOffer } from "@/components/onboarding/sample-offer";
import { requireUser } from "@/lib/auth/sessions/current";
import { getCallFigures } from "@/lib/calls/figures/queries";
import { callList, type LogFilter } from "@/lib/calls/log/list";
import { findSession, listSessionLinks, readLogAround } from "@/lib/calls/log/queries";
import { callFilterOf, countFrom, isOneSession, isWithin, parseLog } from "@/lib/calls/log/rules";
import { countCalls, listCalls } from "@/lib/calls/queries";
import type { CallFilter } from "@/lib/calls/types";
import type { CallRow } from "@/lib/calls/wire";
import { PAGE_LIMIT_MAX, PAGE_ROWS } from "@/lib/core/limits";
import type { Search } from "@/lib/core/list/filters";
import type { UserScope } from "@/lib/core/scope";
import { intentNameOf, intentsOfCalls, withIntent } from "@/lib/intents/queries";
import { findSimilar, findSimilarTo } from "@/lib/intents/similar";
import type { Similar } from "@/lib/intents/types";
import { listShortKept } from "@/lib/maintenance/retention/queries";
import { RETENTION_DAYS } from "@/lib/maintenance/retention/types";
import { mayAdministerAll } from "@/lib/tenants/rules";

type Props = { searchParams: Promise<Search> };
type Asked = { scope: UserScope; filter: LogFilter; asked: CallFilter; now: Date };

export const metadata: Metadata = { title: "Rationales" };

async function Figures({ scope, filter, asked, now }: Asked) {
  return <LogFigures figures={await getCallFigures(scope, asked, now)} filter={filter} now={now} />;
}

async function Session({ scope, session }: { scope: UserScope; session: string }) {
  const head = await findSession(scope, session);
  return head && <SessionHeader head={head} />;
}

type InOrder = { scope: UserScope; session: string; calls: readonly CallRow[] };

async function Timeline({ scope, session, calls }: InOrder) {
  const [links, intents] = await Promise.all([
    listSessionLinks(scope, session),
    intentsOfCalls(scope, calls),
  ]);
  return <SessionTimeline calls={calls} links={links} intents={intents} />;
}

/** Calls similar to the given one; null without such a filter. */
function similarTo(scope: UserScope, { similar, search, q, tenant }: LogFilter): Promise<Similar> | null {
  if (similar !== undefined) return findSimilarTo(scope, similar, tenant);
  return search !== undefined && q !== undefined ? findSimilar(scope, { text: q }, tenant) : null;
}

/** The templates of the similar calls, narrowed to those the filter names. */
function alike({ ways }: Similar, asked: readonly string[] | undefined): string[] {
  return ways.flatMap(({ id }) => (asked === undefined || asked.includes(id) ? id : []));
}

export default async function RationalesPage({ searchParams }: Props) {
  const scope = await requireUser("/rationales");
  const { filter, problems } = parseLog(await searchParams);
  const now = new Date();
  const similar = await similarTo(scope, filter);
  const meant = await withIntent(scope, callFilterOf(filter, now), filter.intent);
  const asked = similar ? { ...meant, templates: alike(similar, meant.templates) } : meant;
  const inOrder = isOneSession(filter);
  const limit = inOrder ? PAGE_LIMIT_MAX : PAGE_ROWS;
  const around = readLogAround(scope, filter, now);
  // Retention never removes calls younger than this.
  const isKept = isWithin(asked, RETENTION_DAYS.calls.min, now);
  const kept = isKept ? [] : await listShortKept(scope, filter.tenant);
  const [page, count, intentName] = await Promise.all([
    listCalls(scope, asked, { limit, cursor: filter.cursor }),
    // Daily counts include calls that retention removed.
    around.then(
      ({ choices }) => (kept.length > 0 ? null : countFrom(asked, choices)) ?? countCalls(scope, asked),
    ),
    filter.intent === undefined ? null : intentNameOf(scope, filter.intent),
  ]);
  const none =
    count === 0 &&
    !callList.isNarrowed(filter) &&
    (await listCalls(scope, {}, { limit: 1 })).rows.length === 0;
  const { session } = filter;
  return (
    <LogPage
      filter={filter}
      problems={problems}
      around={await around}
      calls={page.rows}
      nextCursor={page.nextCursor}
      count={count}
      intentName={intentName}
      none={none}
      now={now}
      kept={<KeptNote kept={kept} />}
      offer={mayAdministerAll(scope) && <SampleOffer />}
      session={session ? <Session scope={scope} session={session} /> : null}
      timeline={session && inOrder ? <Timeline scope={scope} session={session} calls={page.rows} /> : null}
      similar={similar && <SimilarNote similar={similar} call={filter.similar} />}
      figures={
        session ? null : (
          // The list does not wait for its figures.
          <Suspense key={callList.link(filter)} fallback={<LogFiguresSkeleton />}>
            <Figures scope={scope} filter={filter} asked={asked} now={now} />
          </Suspense>
        )
      }
    />
  );
}
