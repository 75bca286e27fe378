import { FilterChips } from "@/components/ui/list/filter-chips";
import { TabLinks } from "@/components/ui/tab-links";
import { BOARD_VIEW_WORDS } from "@/components/words/board";
import { BOARD_PATH } from "@/lib/feedback/board/types";
import { type InboxFilter, inboxList } from "@/lib/feedback/inbox/list";
import type { InboxPage } from "@/lib/feedback/inbox/types";
import { Filters, INBOX_LABELS, shownValue } from "../inbox/inbox-filters";
import { LayoutSwitch } from "../inbox/layout-switch";

const VIEWS = ["all", "mine", "growing"] as const;

/** The board's title, its views, its filters, and those that are set. */
export function BoardHead({ filter, choices }: { filter: InboxFilter; choices: InboxPage["choices"] }) {
  const views = VIEWS.map((view) => ({
    href: inboxList.link(filter, { view }, BOARD_PATH),
    label: BOARD_VIEW_WORDS[view],
    current: view === filter.view,
  }));
  return (
    <div className="flex flex-col gap-2 border-border border-b bg-surface px-3.5 pt-3 pb-2.5">
      <div className="flex items-center justify-between gap-2">
        <h1 className="font-bold text-[15px]">Feedback</h1>
        <LayoutSwitch filter={filter} layout="board" />
      </div>
      <div className="flex flex-wrap items-start gap-x-4 gap-y-2">
        <TabLinks label="Views" items={views} />
        <div className="max-w-[26rem] grow">
          <Filters filter={filter} choices={choices} path={BOARD_PATH} />
        </div>
      </div>
      <FilterChips chips={inboxList.chips(filter, BOARD_PATH)} labels={INBOX_LABELS} shown={shownValue} />
    </div>
  );
}
