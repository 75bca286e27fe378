import { Loading, Skeleton } from "./skeleton";

const WIDTHS = ["w-24", "w-40", "w-16", "w-28", "w-20"];

/** Rows to come, in the shape of a table. `label` says what is loading. */
export function TableSkeleton({
  label,
  columns = 4,
  rows = 8,
}: {
  label: string;
  columns?: number;
  rows?: number;
}) {
  return (
    <Loading label={label}>
      <div aria-hidden>
        {Array.from({ length: rows }, (_, row) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: bars without identity
          <div key={row} className="flex items-center gap-6 border-b border-border px-3.5 py-3">
            {Array.from({ length: columns }, (_, column) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: bars without identity
              <div key={column} className={column === 0 ? "min-w-0 flex-1" : "max-sm:hidden"}>
                <Skeleton className={`h-3 max-w-full ${WIDTHS[(row + column) % WIDTHS.length]}`} />
              </div>
            ))}
          </div>
        ))}
      </div>
    </Loading>
  );
}
