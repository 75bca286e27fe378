import { SavedView, SaveView } from "@/components/saved-views/saved-view";
import { ButtonLink } from "@/components/ui/button-link";
import { ExportMenu } from "@/components/ui/list/export-menu";
import { FilterChips } from "@/components/ui/list/filter-chips";
import { ListProgress } from "@/components/ui/list/progress";
import { TabLinks } from "@/components/ui/tab-links";
import { Untrusted } from "@/components/ui/text/untrusted";
import { VIEW_WORDS } from "@/components/words/feedback";
import { saveInboxView } from "@/lib/feedback/actions";
import { type InboxFilter, inboxList } from "@/lib/feedback/inbox/list";
import { exportQuery } from "@/lib/feedback/inbox/rules";
import { INBOX_VIEWS, type InboxPage } from "@/lib/feedback/inbox/types";
import { Filters, INBOX_LABELS, shownValue } from "./inbox-filters";
import { LayoutSwitch } from "./layout-switch";

/** The digest of the list's tenant filter. */
const digestHref = ({ tenant }: InboxFilter) =>
  `/feedback/digest${tenant === undefined ? "" : `?${new URLSearchParams({ tenant })}`}`;

/** The list's title, its views, its search and filters, and those that are set. */
export function InboxHead({
  filter,
  page,
  heading: Heading,
}: {
  filter: InboxFilter;
  page: InboxPage;
  /** The page's own title, or that of a part. */
  heading: "h1" | "h2";
}) {
  const views = INBOX_VIEWS.map((view) => ({
    href: inboxList.link(filter, { view, state: undefined, severity: undefined }),
    label: VIEW_WORDS[view],
    count: page.counts[view],
    current: view === filter.view,
  }));
  const file = (of: "issues" | "feedback", format: "csv" | "ndjson") =>
    `/api/v1/${of}?${exportQuery(filter, of, format)}`;
  return (
    <div className="flex flex-col gap-2 border-border border-b px-3.5 pt-3 pb-2.5">
      <div className="flex items-center justify-between gap-2">
        <Heading className="mr-auto flex min-w-0 items-center gap-1 font-bold text-[15px]">
          <span className="truncate">
            {page.saved ? <Untrusted>{page.saved.name}</Untrusted> : "Feedback"}
          </span>
        </Heading>
        {page.saved ? (
          <SavedView saved={page.saved} query={inboxList.query(filter)} save={saveInboxView} />
        ) : null}
        <LayoutSwitch filter={filter} layout="list" />
        <ButtonLink href={digestHref(filter)} size="sm">
          Digest
        </ButtonLink>
        <ExportMenu
          id="export-feedback"
          label="Download"
          note="Every issue or report that matches the filters, up to the moment you click. Formulas become plain text."
          files={[
            { href: file("issues", "csv"), label: "Issues as CSV", rows: ["issue", "issues"] },
            { href: file("issues", "ndjson"), label: "Issues as NDJSON", rows: ["issue", "issues"] },
            { href: file("feedback", "csv"), label: "Reports as CSV", rows: ["report", "reports"] },
            { href: file("feedback", "ndjson"), label: "Reports as NDJSON", rows: ["report", "reports"] },
          ]}
        />
      </div>
      <ListProgress listKey={inboxList.query({ ...filter, cursor: undefined })} />
      <TabLinks label="Views" items={views} />
      <Filters filter={filter} choices={page.choices} />
      <FilterChips chips={inboxList.chips(filter)} labels={INBOX_LABELS} shown={shownValue}>
        {page.saved ? null : (
          <li>
            <SaveView query={inboxList.query(filter)} save={saveInboxView} counts="issues" />
          </li>
        )}
      </FilterChips>
    </div>
  );
}
