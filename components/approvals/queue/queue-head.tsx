import { useId } from "react";
import type { SavedHere } from "@/components/saved-views/saved-view";
import { TextField } from "@/components/ui/field";
import { Icon } from "@/components/ui/icon";
import { followingPart } from "@/components/ui/lazy-part";
import { Link } from "@/components/ui/link";
import { Choice } from "@/components/ui/list/choice";
import { plainOptions } from "@/components/ui/list/choice-options";
import { FilterChips } from "@/components/ui/list/filter-chips";
import { fieldsOf } from "@/components/ui/list/filter-field";
import { FilterForm } from "@/components/ui/list/filter-form";
import { FilterMenu } from "@/components/ui/list/filter-menu";
import { ListProgress } from "@/components/ui/list/progress";
import { Popover } from "@/components/ui/popover";
import { TabLinks } from "@/components/ui/tab-links";
import { Untrusted } from "@/components/ui/text/untrusted";
import { useHydrated } from "@/components/ui/use-hydrated";
import { FILTER_WORDS, filterValue, VIEW_MEANINGS, VIEW_WORDS } from "@/components/words/approvals/queue";
import { saveView } from "@/lib/approvals/actions";
import { type QueueFilter, type QueueFilterName, queueList } from "@/lib/approvals/queue/list";
import { isPendingView } from "@/lib/approvals/queue/rules";
import { QUEUE_VIEWS, type QueuePage, type QueueView } from "@/lib/approvals/queue/types";
import { RISKS } from "@/lib/core/risk";
import { EndFields } from "./end-fields";
import { AttentionMark, HeadingCount, ViewCount } from "./live-count";

const loadSaved = () => import("@/components/saved-views/saved-view");
const SavedView = followingPart(() => loadSaved().then((part) => part.SavedView));
const SaveView = followingPart(() => loadSaved().then((part) => part.SaveView));

const WhoIsThere = followingPart(() => import("../presence/who-is-there").then((part) => part.WhoIsThere));

const HEADINGS: Partial<Record<QueueView, string>> = {
  snoozed: VIEW_WORDS.snoozed,
  decided: "Decided",
  attention: "Needs attention",
};

/** The view, if its calls are counted. */
const countedView = (view: QueueView) => (view === "decided" || view === "high" ? null : view);

const FIRST: readonly QueueView[] = ["mine", "all", "high"];
// "Needs attention 0" would ask for attention.
const QUIET: readonly QueueView[] = ["attention", "snoozed"];

/**
 * Frequent views in the line, others in its menu. The selected view always comes first, where a
 * phone shows it in full.
 */
function Views({ filter, page, viewer }: Pick<HeadProps, "filter" | "page" | "viewer">) {
  const menu = useId();
  const read = { counts: page.counts, asOf: page.countedAt };
  const item = (view: QueueView) => {
    const counts = countedView(view);
    return {
      href: queueList.link(filter, { view }),
      label: VIEW_WORDS[view],
      title: VIEW_MEANINGS[view],
      count: counts ? <ViewCount view={counts} read={read} quiet={QUIET.includes(view)} /> : undefined,
      current: view === filter.view,
    };
  };
  const inLine = FIRST.filter((view) => view !== "mine" || viewer.mayDecide || filter.view === "mine");
  const behind = QUEUE_VIEWS.filter((view) => !FIRST.includes(view));
  const open = behind.includes(filter.view) ? [filter.view] : [];
  return (
    <div className="mt-[9px] flex items-center gap-1.5">
      <TabLinks label="Views" items={[...open, ...inLine].map(item)} />
      <button
        type="button"
        popoverTarget={menu}
        className="relative inline-flex min-h-6 min-w-7 items-center justify-center rounded-full border border-border text-fg-muted hover:border-border-strong hover:text-fg max-sm:min-h-11 max-sm:min-w-11"
      >
        <Icon name="more" size={14} />
        <span className="sr-only">More views, and download</span>
        {behind.includes("attention") ? <AttentionMark read={read} /> : null}
      </button>
      {/* A new key per view, so that selecting one closes the menu. */}
      <Popover key={filter.view} id={menu} label="More views">
        <ul className="flex min-w-48 flex-col">
          {behind.map(item).map((one) => (
            <li key={one.href}>
              <Link
                href={one.href}
                aria-current={one.current ? "page" : undefined}
                className="flex min-h-8 items-center justify-between gap-3 rounded-control px-2 text-sm hover:bg-sunken aria-[current=page]:bg-selected max-sm:min-h-12"
              >
                {one.label}
                {one.count}
              </Link>
            </li>
          ))}
        </ul>
        <p className="flex items-center gap-3 border-border border-t px-2 pt-1.5 text-fg-muted text-xs">
          Download this list
          {(["csv", "ndjson"] as const).map((format) => (
            <a
              key={format}
              download
              href={queueList.link(filter, {}, `/approvals/export?format=${format}`)}
              className="inline-flex min-h-6 items-center text-accent uppercase underline underline-offset-2 max-sm:min-h-12"
            >
              {format}
            </a>
          ))}
        </p>
      </Popover>
    </div>
  );
}

/** Search and filters under one button. Next to a call, scripts add the values to choose from. */
function Filters({ filter, page, beside }: Pick<HeadProps, "filter" | "page"> & { beside: boolean }) {
  const search = useId();
  const whole = useHydrated() || !beside;
  const field = fieldsOf(filter, FILTER_WORDS);
  const { tools, tenants, gateways, agents } = page.facets;
  const offered: readonly (readonly [QueueFilterName, readonly string[]])[] = [
    ["risk", RISKS],
    ["tool", tools],
    ["tenant", tenants],
    ["gateway", gateways],
    ["agent", agents],
  ];
  return (
    <div className="ml-auto">
      <FilterForm action="/approvals" label="Filters" views={QUEUE_VIEWS}>
        <FilterMenu count={queueList.chips(filter).length}>
          <div className="sm:col-span-2">
            <TextField
              id={search}
              type="search"
              name="q"
              data-key="search"
              label="Search text"
              hint="Words, tools, agents, sessions or ids; three characters at least"
              defaultValue={filter.q ?? ""}
            />
          </div>
          {offered.map(([name, values]) => (
            <Choice
              key={name}
              {...field(name)}
              any="Any"
              options={plainOptions(whole ? values : values.slice(0, 1))}
            />
          ))}
          <EndFields filter={filter} />
        </FilterMenu>
      </FilterForm>
    </div>
  );
}

/** What the head of the list needs to know. */
export type HeadProps = {
  filter: QueueFilter;
  page: Omit<QueuePage, "rows">;
  /** The viewer's saved filter with these values. */
  saved: SavedHere;
  viewer: { id: string; mayDecide: boolean };
};

/** The list's title, views, filter panel, and active filters with links that remove them. */
export function QueueHead({
  filter,
  page,
  saved,
  viewer,
  heading: Heading,
}: HeadProps & {
  /** The page's own title, or that of a part. */
  heading: "h1" | "h2";
}) {
  const counts = queueList.isNarrowed(filter) ? null : countedView(filter.view);
  return (
    <div className="border-border border-b px-3.5 pt-3 pb-2.5">
      <div className="flex flex-wrap items-center gap-y-2">
        <Heading className="mr-2 flex min-w-0 items-baseline gap-2 font-bold text-[15px]">
          <span className="truncate">
            {saved ? <Untrusted>{saved.name}</Untrusted> : (HEADINGS[filter.view] ?? "Needs a decision")}
          </span>
          {counts ? (
            <span className="mono tnum font-medium text-fg-subtle text-xs">
              <HeadingCount view={counts} read={{ counts: page.counts, asOf: page.countedAt }} />
            </span>
          ) : null}
        </Heading>
        <ListProgress listKey={queueList.query({ ...filter, cursor: undefined })} />
        {saved ? <SavedView saved={saved} query={queueList.query(filter)} save={saveView} /> : null}
        <Filters filter={filter} page={page} beside={Heading === "h2"} />
      </div>
      <Views filter={filter} page={page} viewer={viewer} />
      <Chips filter={filter} page={page} saved={saved} />
      {/* Keeps its place, so that the list does not move when it comes. */}
      {viewer.mayDecide && isPendingView(filter.view) ? (
        <div className="-mb-1 mt-1.5 min-h-6 max-sm:min-h-11">
          <WhoIsThere tenant={filter.tenant} />
        </div>
      ) : null}
    </div>
  );
}

function Chips({ filter, page, saved }: Pick<HeadProps, "filter" | "page" | "saved">) {
  if (!queueList.isNarrowed(filter)) return null;
  return (
    <div className="mt-2">
      <FilterChips
        chips={queueList.chips(filter)}
        labels={FILTER_WORDS}
        shown={(name, value) => (name === "by" ? (page.voter ?? undefined) : filterValue(name, value))}
        remove={(label, value) => `Remove filter ${label}: ${value}`}
      >
        <li>
          <Link
            href={queueList.link({ view: filter.view })}
            className="inline-flex min-h-6 items-center px-1 text-accent text-xs underline underline-offset-2 max-md:min-h-12"
          >
            Clear all
          </Link>
        </li>
        {saved ? null : (
          <li>
            <SaveView query={queueList.query(filter)} save={saveView} counts="calls" />
          </li>
        )}
      </FilterChips>
    </div>
  );
}
