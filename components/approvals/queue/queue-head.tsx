import Link from "next/link";
import { Button } from "@/components/ui/button";
import { SelectField, TextField } from "@/components/ui/field";
import { Icon } from "@/components/ui/icon";
import { Kbd } from "@/components/ui/kbd";
import { TabLinks } from "@/components/ui/tab-links";
import { revealedText } from "@/lib/approvals/arguments/text/rules";
import { QUEUE_VIEWS, type QueueFilter, type QueuePage, type QueueView } from "@/lib/approvals/queue/schema";
import { COUNT_CAP, RISKS } from "@/lib/approvals/schema";
import { QUEUE, VIEW_WORDS } from "../copy";
import { Said } from "../said";
import { type Narrowing, narrowing, viewHref, withoutHref } from "./links";

/** A count as people read it: "7", or "1,000+" where counting stopped. */
export function cappedCount(n: number): string {
  return n >= COUNT_CAP ? QUEUE.tooMany(COUNT_CAP) : n.toLocaleString("en");
}

const HEADINGS: Partial<Record<QueueView, string>> = {
  decided: QUEUE.headingDecided,
  attention: QUEUE.headingAttention,
};

const FILTER_WORDS: Record<Narrowing, string> = {
  q: "Text",
  risk: "Risk",
  tool: "Tool",
  tenant: "Tenant",
  gateway: "Gateway",
  agent: "Agent",
};

function countOf(view: QueueView, page: QueuePage): number | null {
  if (view === "decided" || view === "high") return null;
  return page.counts[view];
}

function Views({ filter, page }: { filter: QueueFilter; page: QueuePage }) {
  const items = QUEUE_VIEWS.map((view) => {
    const n = countOf(view, page);
    // "Needs attention 0" would ask for attention.
    const shown = n === null || (view === "attention" && n === 0) ? undefined : n;
    return {
      href: viewHref(filter, view),
      label: VIEW_WORDS[view],
      count: shown,
      current: view === filter.view,
    };
  });
  return (
    <div className="mt-[9px] [&_ul]:flex-wrap">
      <TabLinks label={QUEUE.views} items={items} />
    </div>
  );
}

function Choice({ name, values, chosen }: { name: Narrowing; values: readonly string[]; chosen?: string }) {
  if (values.length === 0 && !chosen) return null;
  const all = chosen && !values.includes(chosen) ? [chosen, ...values] : values;
  return (
    <SelectField name={name} label={FILTER_WORDS[name]} defaultValue={chosen ?? ""}>
      <option value="">{QUEUE.any}</option>
      {all.map((value) => (
        <option key={value} value={value}>
          {revealedText(value)}
        </option>
      ))}
    </SelectField>
  );
}

/** Filters as a plain form: it works before, and without, any script. */
function FilterPanel({ filter, page }: { filter: QueueFilter; page: QueuePage }) {
  const { facets } = page;
  return (
    <details className="contents">
      <summary
        data-key="filter"
        className="ml-auto inline-flex min-h-6 items-center gap-1.5 rounded-full border border-border px-2.5 font-medium text-fg-muted text-xs hover:border-border-strong hover:text-fg max-sm:min-h-9"
      >
        <Icon name="filter" size={13} />
        {QUEUE.filter}
        <span className="max-lg:hidden">
          <Kbd>F</Kbd>
        </span>
      </summary>
      <form
        action="/approvals"
        method="get"
        aria-label={QUEUE.filters}
        className="mt-2 grid w-full grid-cols-2 gap-2.5 rounded-card border border-border bg-bg p-3"
      >
        {filter.view === "mine" ? null : <input type="hidden" name="view" value={filter.view} />}
        <div className="col-span-2">
          <TextField
            type="search"
            name="q"
            data-key="search"
            label={QUEUE.search}
            defaultValue={filter.q ?? ""}
          />
        </div>
        <Choice name="risk" values={RISKS} chosen={filter.risk} />
        <Choice name="tool" values={facets.tools} chosen={filter.tool} />
        <Choice name="tenant" values={facets.tenants} chosen={filter.tenant} />
        <Choice name="gateway" values={facets.gateways} chosen={filter.gateway} />
        <Choice name="agent" values={facets.agents} chosen={filter.agent} />
        <Button type="submit" variant="primary" size="lg" className="col-span-2">
          {QUEUE.apply}
        </Button>
      </form>
    </details>
  );
}

/** The list's title, its views as links, the filter panel, and the active filters with a way out of each. */
export function QueueHead({
  filter,
  page,
  heading: Heading,
}: {
  filter: QueueFilter;
  page: QueuePage;
  /** The page's own title where nothing else is, else a part's. */
  heading: "h1" | "h2";
}) {
  const active = narrowing(filter);
  const n = countOf(filter.view, page);
  return (
    <div className="border-border border-b px-3.5 pt-3 pb-2.5">
      <div className="flex flex-wrap items-center gap-2">
        <Heading className="flex items-baseline gap-2 font-bold text-[15px]">
          {HEADINGS[filter.view] ?? QUEUE.headingPending}
          {n === null ? null : (
            <span className="mono tnum font-medium text-fg-subtle text-xs">{cappedCount(n)}</span>
          )}
        </Heading>
        <FilterPanel filter={filter} page={page} />
      </div>
      <Views filter={filter} page={page} />
      {active.length > 0 ? (
        <ul className="mt-2 flex flex-wrap items-center gap-1.5">
          {active.map(({ name, value }) => (
            <li key={name}>
              <Link
                href={withoutHref(filter, name)}
                prefetch={false}
                aria-label={QUEUE.removeFilter(FILTER_WORDS[name], value)}
                className="inline-flex min-h-6 max-w-56 items-center gap-1 rounded-chip border border-border bg-sunken px-1.5 text-xs max-md:min-h-12"
              >
                <span className="text-fg-subtle">{FILTER_WORDS[name]}</span>
                <span className="truncate">
                  <Said text={value} />
                </span>
                <Icon name="x" size={12} />
              </Link>
            </li>
          ))}
          <li>
            <Link
              href={`/approvals${filter.view === "mine" ? "" : `?view=${filter.view}`}`}
              prefetch={false}
              className="inline-flex min-h-6 items-center px-1 text-xs text-accent underline underline-offset-2 max-md:min-h-12"
            >
              {QUEUE.clear}
            </Link>
          </li>
        </ul>
      ) : null}
    </div>
  );
}
