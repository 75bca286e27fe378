import type { Metadata } from "next";
import { Suspense } from "react";
import { LogFigures, LogFiguresSkeleton } from "@/components/calls/log/figures";
import { LogPage } from "@/components/calls/log/log-page";
import { SessionHeader } from "@/components/calls/session-head";
import { SampleOffer } from "@/components/onboarding/sample-offer";
import { requireUser } from "@/lib/auth/sessions/current";
import { getCallFigures } from "@/lib/calls/figures/queries";
import { callList, type LogFilter } from "@/lib/calls/log/list";
import { findSession, listLogChoices, listSessionLinks } from "@/lib/calls/log/queries";
import { callFilterOf, parseLog } from "@/lib/calls/log/rules";
import { countCalls, listCalls } from "@/lib/calls/queries";
import { PAGE_ROWS } from "@/lib/core/limits";
import type { Search } from "@/lib/core/list/filters";
import type { UserScope } from "@/lib/core/scope";
import { mayAdministerAll } from "@/lib/tenants/rules";

type Props = { searchParams: Promise<Search> };
type Asked = { scope: UserScope; filter: LogFilter; now: Date };

export const metadata: Metadata = { title: "Rationales" };

async function Figures({ scope, filter, now }: Asked) {
  return (
    <LogFigures
      figures={await getCallFigures(scope, callFilterOf(filter, now), now)}
      filter={filter}
      now={now}
    />
  );
}

async function Session({ scope, session }: { scope: UserScope; session: string }) {
  const [head, links] = await Promise.all([findSession(scope, session), listSessionLinks(scope, session)]);
  return head && <SessionHeader head={head} links={links} />;
}

export default async function RationalesPage({ searchParams }: Props) {
  const scope = await requireUser("/rationales");
  const { filter, problems } = parseLog(await searchParams);
  const now = new Date();
  const asked = callFilterOf(filter, now);
  const [page, count, choices] = await Promise.all([
    listCalls(scope, asked, { limit: PAGE_ROWS, cursor: filter.cursor }),
    countCalls(scope, asked),
    listLogChoices(scope),
  ]);
  const none =
    count === 0 &&
    !callList.isNarrowed(filter) &&
    (await listCalls(scope, {}, { limit: 1 })).rows.length === 0;
  return (
    <LogPage
      filter={filter}
      problems={problems}
      choices={choices}
      calls={page.rows}
      nextCursor={page.nextCursor}
      count={count}
      none={none}
      now={now}
      offer={mayAdministerAll(scope) && <SampleOffer />}
      session={filter.session ? <Session scope={scope} session={filter.session} /> : null}
      figures={
        filter.session ? null : (
          // The list does not wait for its figures.
          <Suspense key={callList.link(filter)} fallback={<LogFiguresSkeleton />}>
            <Figures scope={scope} filter={filter} now={now} />
          </Suspense>
        )
      }
    />
  );
}
