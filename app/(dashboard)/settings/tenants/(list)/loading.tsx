import { ListSkeleton } from "@/components/ui/list/list-skeleton";
import { Page } from "@/components/ui/page";
import { Loading, Skeleton } from "@/components/ui/skeleton";

export default function TenantsLoading() {
  return (
    <Loading label="Loading the tenants">
      <Page>
        <Skeleton className="h-6 w-32" />
        <Skeleton className="h-9 w-full max-w-96" />
        <ListSkeleton rows={5} className="flex justify-between gap-4 px-4 py-3">
          <Skeleton className="h-8 w-1/3" />
          <Skeleton className="h-5 w-20" />
        </ListSkeleton>
      </Page>
    </Loading>
  );
}
