import type { ReactNode } from "react";
import { RationaleTabs } from "@/components/calls/rationale-tabs";
import { buttonLinkLook } from "@/components/ui/button-look";
import { CopyText } from "@/components/ui/copy-text";
import { EmptyState } from "@/components/ui/empty-state";
import { Link } from "@/components/ui/link";
import { FactStrip } from "@/components/ui/list/fact-strip";
import { ListNotice } from "@/components/ui/list/list-notice";
import { Card, Page, PageHead, Section } from "@/components/ui/page";
import { TabLinks } from "@/components/ui/tab-links";
import { Time } from "@/components/ui/time";
import { shareWords } from "@/components/words/intents";
import type { ListProblem } from "@/lib/core/list/filters";
import { weeksAfter } from "@/lib/core/list/weeks";
import { WEEKLY_SECTIONS, WEEKLY_WORDS, type Weekly, type WeeklySection } from "@/lib/intents/weekly/types";
import { againstWords, coverageWords, unmetRestWords } from "@/lib/intents/weekly/words";

import { WeeklyIntentRow } from "./weekly-intent";

/** Number of offered weeks; the address may have any other. */
const WEEKS_OFFERED = 8;

type Address = { week?: string; tenant?: string };

function addressOf(path: string, address: Address & { format?: string }): string {
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(address)) if (value) query.set(name, value);
  return query.size > 0 ? `${path}?${query}` : path;
}

const pageOf = (address: Address) => addressOf("/rationales/weekly", address);

/** "Week 47", with the year if it is not this one. */
function labelOf(week: string, current: string): string {
  if (week === current) return "This week so far";
  if (week === weeksAfter(current, -1)) return "Last week";
  const [year = "", number = ""] = week.split("-W");
  return year === current.slice(0, 4) ? `Week ${Number(number)}` : `Week ${Number(number)} of ${year}`;
}

function Weeks({ week, current, tenant }: { week: string; current: string; tenant?: string }) {
  const latest = Array.from({ length: WEEKS_OFFERED }, (_, ago) => weeksAfter(current, -ago));
  const offered = latest.includes(week) ? latest : [...latest, week];
  return (
    <TabLinks
      label="Week"
      items={offered.map((one) => ({
        href: pageOf({ week: one, tenant }),
        label: labelOf(one, current),
        title: one,
        current: one === week,
      }))}
    />
  );
}

function Facts({ weekly: { counts, sections } }: { weekly: Weekly }) {
  const { period, before } = counts;
  const was = (value: number) => `before: ${value.toLocaleString("en")}`;
  const item = (term: string, value: number, note: string) => ({
    ...{ term, note },
    value: value.toLocaleString("en"),
  });
  return (
    <FactStrip
      label="Figures"
      items={[
        item("Calls with a rationale", period.calls, was(before.calls)),
        item(
          "Went wrong",
          period.failed,
          `${shareWords(period.failed, period.calls)}, before: ${shareWords(before.failed, before.calls)}`,
        ),
        item("Intents", period.intents, was(before.intents)),
        item("New", sections.new.total, `${sections.vanished.total.toLocaleString("en")} vanished`),
        item("Calls without a fitting tool", period.unmet, was(before.unmet)),
      ]}
    />
  );
}

function Part({ section, weekly }: { section: WeeklySection; weekly: Weekly }) {
  const { total, intents } = weekly.sections[section];
  const { title, says } = WEEKLY_WORDS[section];
  const more = total - intents.length;
  const rest = section === "unmet" ? unmetRestWords(weekly) : null;
  return (
    <Section id={`weekly-${section}`} title={`${title} (${total.toLocaleString("en")})`} description={says}>
      <Card flush>
        <ul className="divide-y divide-border">
          {intents.map((intent) => (
            <WeeklyIntentRow key={intent.id} section={section} intent={intent} weekly={weekly} />
          ))}
        </ul>
      </Card>
      {more > 0 && <p className="text-fg-muted text-sm">And {more.toLocaleString("en")} more.</p>}
      {rest && <p className="text-fg-muted text-sm">{rest}</p>}
    </Section>
  );
}

/** All non-empty parts, and one line that names the empty ones. */
function Parts({ weekly }: { weekly: Weekly }) {
  const empty = WEEKLY_SECTIONS.filter((section) => weekly.sections[section].total === 0);
  const rest = empty.includes("unmet") ? unmetRestWords(weekly) : null;
  return (
    <>
      {WEEKLY_SECTIONS.filter((section) => !empty.includes(section)).map((section) => (
        <Part key={section} section={section} weekly={weekly} />
      ))}
      {empty.length > 0 && (
        <p className="text-fg-muted text-sm">
          {`Nothing to report: ${empty.map((section) => WEEKLY_WORDS[section].title.toLowerCase()).join(", ")}.`}
          {rest ? ` ${rest}` : null}
        </p>
      )}
    </>
  );
}

function Nothing({ weekly }: { weekly: Weekly }) {
  const earlier = pageOf({ week: weeksAfter(weekly.week, -1), tenant: weekly.tenant ?? undefined });
  return (
    <EmptyState icon="layers" title="No rationale read for this week">
      {weekly.isFirst ? (
        "There is none from the weeks before either. Gateways send rationales with their calls; a worker reads them within three minutes."
      ) : (
        <>
          A worker reads rationales within three minutes of the calls. There are some from{" "}
          <Link href={earlier} className="underline underline-offset-2 hover:text-accent">
            the week before
          </Link>
          .
        </>
      )}
    </EmptyState>
  );
}

/** The intents of agents in a week, to read or share. */
export function WeeklyPage({
  weekly,
  current,
  tenants,
  markdown,
  problems,
  notGrouped,
}: {
  weekly: Weekly;
  /** The current week. */
  current: string;
  tenants: readonly { key: string; name: string }[];
  markdown: string;
  problems: readonly ListProblem[];
  /** What is missing before grouping can run; null once it can. */
  notGrouped: ReactNode;
}) {
  const { week, since, until, isFirst, counts } = weekly;
  const tenant = weekly.tenant ?? undefined;
  const last = new Date(until.getTime() - 1);
  return (
    <Page wide>
      <PageHead
        crumbs={[{ href: "/rationales", label: "Rationales" }]}
        title="What agents were after"
        description={
          <>
            {`${labelOf(week, current)}, `}
            <Time value={since} form="date" zone="UTC" /> to <Time value={last} form="date" zone="UTC" />{" "}
            (UTC), {againstWords(weekly)}. Intents are named after what agents said.
          </>
        }
        actions={
          <>
            <CopyText text={markdown}>Copy as Markdown</CopyText>
            <a
              href={addressOf("/api/v1/intents/weekly", { week, tenant, format: "markdown" })}
              download={`intents-${week}.md`}
              className={buttonLinkLook("outline", "md", "max-sm:min-h-12")}
            >
              Download
            </a>
          </>
        }
      />
      <RationaleTabs current="Weekly" />
      <ListNotice problems={problems} />
      <div className="flex flex-col gap-2.5">
        <Weeks week={week} current={current} tenant={tenant} />
        {tenants.length > 1 && (
          <TabLinks
            label="Tenants"
            items={[undefined, ...tenants].map((one) => ({
              href: pageOf({ week, tenant: one?.key }),
              label: one?.name ?? "All tenants",
              current: one?.key === tenant,
            }))}
          />
        )}
      </div>
      {counts.period.calls + counts.before.calls === 0 ? (
        <Nothing weekly={weekly} />
      ) : (
        <>
          <Facts weekly={weekly} />
          <p className="text-fg-muted text-sm">
            {coverageWords(weekly)}
            {isFirst ? " Nothing was said before this week, so everything is new." : null}
          </p>
          {notGrouped ? <Card flush>{notGrouped}</Card> : <Parts weekly={weekly} />}
        </>
      )}
    </Page>
  );
}
