import type { ReactNode } from "react";
import { Deadline } from "@/components/ui/deadline";
import { Link } from "@/components/ui/link";
import { FactStrip } from "@/components/ui/list/fact-strip";
import { RiskMark } from "@/components/ui/risk-mark";
import { Untrusted } from "@/components/ui/text/untrusted";
import { Time } from "@/components/ui/time";
import { counted } from "@/components/words/counts";
import { waitedText } from "@/components/words/insights";
import { type QueueFilter, queueList } from "@/lib/approvals/queue/list";
import type { Brief as BriefOf, QueuePage, Repeated } from "@/lib/approvals/queue/types";
import type { RiskWord } from "@/lib/core/risk";
import { HowManyWait } from "./how-many-wait";
import { RejectRepeated } from "./shown-parts";

/** Next to the queue while no call is open: what needs the person first, and their pace. */
export function Brief({
  brief,
  filter,
  page,
  mayDecide,
}: {
  brief: BriefOf;
  filter: QueueFilter;
  page: Omit<QueuePage, "rows">;
  mayDecide: boolean;
}) {
  const { soon, repeated, firstTargets, asOf } = brief;
  const href = (id: string) => queueList.rowLink(filter, id);
  return (
    <div className="mx-auto flex w-full max-w-2xl flex-col gap-6 px-6 py-8">
      <header>
        <h2 className="font-bold text-lg">
          <HowManyWait read={{ counts: page.counts, asOf: page.countedAt }} />
        </h2>
        <p className="mt-0.5 text-fg-muted text-sm">
          Select a call to read it. J and K open the next and the previous call, ? shows all keys.
        </p>
      </header>
      <Pace brief={brief} />
      <Section title="Runs out soon" shown={soon.length > 0}>
        {soon.map((call) => (
          <Call key={call.id} href={href(call.id)} {...call}>
            <Deadline until={call.decideBy} asOf={asOf} />
          </Call>
        ))}
      </Section>
      <Section title="Repeated by one agent" shown={repeated.length > 0}>
        {repeated.map((one) => (
          <RepeatedCalls
            key={JSON.stringify([one.tenant, one.gateway, one.provider, one.tool, one.agent])}
            of={one}
          >
            {mayDecide ? <RejectRepeated repeated={one} /> : null}
          </RepeatedCalls>
        ))}
      </Section>
      <Section title="First call for this target" shown={firstTargets.length > 0}>
        {firstTargets.map((call) => (
          <Call key={call.id} href={href(call.id)} {...call}>
            <span className="max-w-32 truncate text-fg-muted max-xl:hidden text-xs">
              <Untrusted>{call.target}</Untrusted>
            </span>
          </Call>
        ))}
      </Section>
    </div>
  );
}

function Section({ title, shown, children }: { title: string; shown: boolean; children: ReactNode }) {
  if (!shown) return null;
  return (
    <section>
      <h3 className="mb-1.5 font-bold text-sm">{title}</h3>
      <ul className="overflow-hidden rounded-card border border-border bg-surface *:border-border *:not-last:border-b">
        {children}
      </ul>
    </section>
  );
}

function Call({
  href,
  risk,
  headline,
  children,
}: {
  href: string;
  risk: RiskWord;
  headline: string;
  children: ReactNode;
}) {
  return (
    <li>
      <Link
        href={href}
        className="flex min-h-11 items-center gap-2.5 px-3.5 py-2 -outline-offset-2 hover:bg-sunken"
      >
        <RiskMark risk={risk} />
        <span className="line-clamp-2 min-w-0 grow text-sm">
          <Untrusted>{headline}</Untrusted>
        </span>
        {children}
      </Link>
    </li>
  );
}

function RepeatedCalls({ of, children }: { of: Repeated; children: ReactNode }) {
  const { agent, provider, tool, tenant, gateway, count } = of;
  const same = { view: "mine" as const, agent, tool, tenant, gateway, ...(provider ? { provider } : {}) };
  return (
    <li className="flex min-h-11 flex-wrap items-center gap-x-2.5 gap-y-1 px-3.5 py-2 text-sm">
      <span className="min-w-0 grow wrap-anywhere">
        <Untrusted>{agent}</Untrusted> asks for{" "}
        <code>
          <Untrusted>{tool}</Untrusted>
        </code>{" "}
        {counted(count, "time")}
      </span>
      <Link href={queueList.link(same)} className="min-h-6 text-accent underline underline-offset-2">
        Show
      </Link>
      {children}
    </li>
  );
}

function Pace({ brief: { since, pace } }: { brief: BriefOf }) {
  if (since === null) return null;
  const items = [
    {
      term: "Since your last decision",
      value: <Time value={since.at} form="relative" />,
      note: [
        counted(since.arrived, "new call"),
        `${since.decided.toLocaleString("en")} decided by others`,
        ...(since.expired > 0 ? [`${since.expired.toLocaleString("en")} expired undecided`] : []),
      ].join(" · "),
    },
    {
      term: "Your decisions",
      value: pace.days.toLocaleString("en"),
      note: `in 7 days, ${pace.today.toLocaleString("en")} in the last 24 hours`,
    },
    ...(pace.medianSeconds === null
      ? []
      : [
          {
            term: "Half of them within",
            value: waitedText(pace.medianSeconds),
            note: "from the agent’s request",
          },
        ]),
  ];
  return <FactStrip label="Your pace" items={items} />;
}
