import { ListSkeleton } from "@/components/ui/list/list-skeleton";
import { Page } from "@/components/ui/page";
import { Loading, Skeleton } from "@/components/ui/skeleton";

export default function TenantLoading() {
  return (
    <Loading label="Loading the tenant's settings">
      <Page>
        <Skeleton className="h-6 w-48" />
        <Skeleton className="h-6 w-80" />
        <ListSkeleton rows={6} className="grid gap-4 px-4 py-4 md:grid-cols-[minmax(0,1fr)_22rem]">
          <div className="flex flex-col gap-2">
            <Skeleton className="h-4 w-1/2" />
            <Skeleton className="h-3 w-full" />
            <Skeleton className="h-3 w-2/3" />
          </div>
          <Skeleton className="h-8 w-56" />
        </ListSkeleton>
      </Page>
    </Loading>
  );
}
