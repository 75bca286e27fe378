import { Loading, Skeleton } from "@/components/ui/skeleton";

const SKELETON_ROWS = ["w-4/5", "w-3/5", "w-11/12", "w-2/3", "w-3/4", "w-1/2"];

/** A skeleton in the shape of rows. */
export function QueueSkeleton() {
  return (
    <Loading label="Loading the calls">
      <div className="border-border border-b px-3.5 pt-3 pb-2.5">
        <Skeleton className="h-5 w-36" />
        <div className="mt-2.5 flex gap-1.5">
          <Skeleton className="h-6 w-14 rounded-full" />
          <Skeleton className="h-6 w-12 rounded-full" />
          <Skeleton className="h-6 w-24 rounded-full" />
        </div>
      </div>
      {SKELETON_ROWS.map((width) => (
        <div key={width} className="border-border border-b px-3.5 py-[11px]">
          <div className="flex justify-between">
            <Skeleton className="h-5 w-16" />
            <Skeleton className="h-4 w-20" />
          </div>
          <Skeleton className={`mt-2 h-4 ${width}`} />
          <Skeleton className="mt-2 h-3 w-1/2" />
        </div>
      ))}
    </Loading>
  );
}
