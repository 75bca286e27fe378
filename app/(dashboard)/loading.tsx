import { LOADING_PAGE } from "@/components/copy/notices";
import { Loading, Skeleton } from "@/components/ui/skeleton";

const ROWS = ["a", "b", "c", "d", "e", "f"];

export default function DashboardLoading() {
  return (
    <Loading label={LOADING_PAGE}>
      <div className="border-b border-border bg-surface px-7 py-4">
        <Skeleton className="h-4 w-40" />
        <Skeleton className="mt-3 h-7 w-2/3" />
      </div>
      {ROWS.map((row) => (
        <div key={row} className="flex flex-col gap-2 border-b border-border px-7 py-3">
          <div className="flex justify-between">
            <Skeleton className="h-5 w-16" />
            <Skeleton className="h-4 w-20" />
          </div>
          <Skeleton className="h-4 w-1/2" />
          <Skeleton className="h-3 w-1/3" />
        </div>
      ))}
    </Loading>
  );
}
