import { HealthHead } from "@/components/signals/health/health-head";
import { ListSkeleton } from "@/components/ui/list/list-skeleton";
import { Page } from "@/components/ui/page";
import { Loading, Skeleton } from "@/components/ui/skeleton";

export default function LoadingHealth() {
  return (
    <Page wide>
      <HealthHead />
      <Loading label="Reading the health of tools">
        <div className="flex flex-col gap-3">
          <Skeleton className="h-8 w-full" />
          <ListSkeleton rows={10} className="flex items-center gap-6 px-3.5 py-3.5">
            <Skeleton className="h-4 flex-1" />
            <Skeleton className="h-5 w-20" />
            <Skeleton className="h-4 w-40" />
          </ListSkeleton>
        </div>
      </Loading>
    </Page>
  );
}
