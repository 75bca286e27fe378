import { ListSkeleton } from "@/components/ui/list/list-skeleton";
import { Page } from "@/components/ui/page";
import { Loading, Skeleton } from "@/components/ui/skeleton";

export default function PoliciesLoading() {
  return (
    <Loading label="Loading the policies">
      <Page>
        <Skeleton className="h-6 w-32" />
        <Skeleton className="h-9 w-full max-w-96" />
        <ListSkeleton rows={4} className="flex justify-between gap-4 px-3.5 py-3">
          <Skeleton className="h-12 w-2/3" />
          <Skeleton className="h-8 w-32" />
        </ListSkeleton>
      </Page>
    </Loading>
  );
}
