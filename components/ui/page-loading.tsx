import type { ReactNode } from "react";
import { classNames } from "./class-names";
import { ListSkeleton } from "./list/list-skeleton";
import { Card, Page } from "./page";
import { Loading, Skeleton } from "./skeleton";

const bar = (look: string) => <Skeleton key={look} className={look} />;

const card = (number: number) => (
  <Card key={number}>
    <Skeleton className="h-5 w-40" />
    <Skeleton className="mt-3 h-20 w-full" />
  </Card>
);

/**
 * A loading page: its head, then placeholder bars, rows and cards. Each bar is the classes of its
 * size.
 */
export function PageLoading({
  label,
  head,
  wide,
  title = [],
  bars = [],
  rows,
  cards = 0,
}: {
  /** What is loading, for screen readers. */
  label: string;
  head?: ReactNode;
  wide?: boolean;
  /** The bars of a title, closer together than the others. */
  title?: readonly string[];
  bars?: readonly string[];
  /** `look`: the classes of each row. */
  rows?: { count: number; look: string; bars: readonly string[] };
  cards?: number;
}) {
  return (
    <Page wide={wide}>
      {head}
      <Loading label={label}>
        <div className={classNames("flex flex-col", head ? "gap-3" : "gap-6")}>
          {title.length > 0 && <div className="flex flex-col gap-2">{title.map(bar)}</div>}
          {bars.map(bar)}
          {rows && (
            <ListSkeleton rows={rows.count} className={rows.look}>
              {rows.bars.map(bar)}
            </ListSkeleton>
          )}
          {Array.from({ length: cards }, (_, number) => card(number))}
        </div>
      </Loading>
    </Page>
  );
}
