import type { ReactNode } from "react";
import { ListNotice } from "@/components/ui/list/list-notice";
import { Loading, Skeleton } from "@/components/ui/skeleton";
import type { ListProblem } from "@/lib/core/list/filters";
import { boardFilter, listFilter } from "@/lib/feedback/board/rules";
import type { BoardPage } from "@/lib/feedback/board/types";
import { type InboxFilter, inboxList } from "@/lib/feedback/inbox/list";
import { InboxEmpty } from "../inbox/inbox-empty";
import { textOfIssues } from "../inbox/row-facts";
import { Board } from "./board";
import { BoardHead } from "./board-head";

/** The issues of the inbox by state. */
export function FeedbackBoard({
  filter,
  problems,
  page,
  mayAct,
  offer,
}: {
  filter: InboxFilter;
  problems: readonly ListProblem[];
  page: BoardPage;
  mayAct: boolean;
  offer?: ReactNode;
}) {
  const asked = boardFilter(filter);
  const columns = page.columns.map(({ column, count, cards }) => ({
    column,
    count,
    href: inboxList.link(listFilter(asked, column)),
    cards: textOfIssues(cards),
  }));
  return (
    <div className="flex min-h-full flex-col lg:h-full">
      <BoardHead filter={asked} choices={page.choices} />
      <ListNotice problems={problems} flush />
      {page.counts.all === 0 ? (
        <InboxEmpty filter={asked} page={page} offer={offer} />
      ) : (
        <Board columns={columns} query={inboxList.query(asked)} mayAct={mayAct} />
      )}
    </div>
  );
}

const COLUMNS = ["a", "b", "c", "d"];

export function BoardSkeleton() {
  return (
    <Loading label="Loading the board">
      <div className="border-border border-b px-3.5 pt-3 pb-2.5">
        <Skeleton className="h-5 w-28" />
      </div>
      <div className="flex gap-3 overflow-hidden p-3.5">
        {COLUMNS.map((key) => (
          <Skeleton key={key} className="h-96 w-[min(19rem,82vw)] shrink-0" />
        ))}
      </div>
    </Loading>
  );
}
