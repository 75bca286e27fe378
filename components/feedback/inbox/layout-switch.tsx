import { TabLinks } from "@/components/ui/tab-links";
import { boardFilter } from "@/lib/feedback/board/rules";
import { BOARD_PATH } from "@/lib/feedback/board/types";
import { type InboxFilter, inboxList } from "@/lib/feedback/inbox/list";

/** Switches between list and board and keeps the filters. */
export function LayoutSwitch({ filter, layout }: { filter: InboxFilter; layout: "list" | "board" }) {
  return (
    <TabLinks
      label="Layout"
      items={[
        {
          href: inboxList.link(filter, layout === "board" && filter.view === "all" ? { view: "open" } : {}),
          label: "List",
          current: layout === "list",
        },
        {
          href: inboxList.link(boardFilter(filter), {}, BOARD_PATH),
          label: "Board",
          current: layout === "board",
        },
      ]}
    />
  );
}
