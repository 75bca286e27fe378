import { ListSkeleton } from "@/components/ui/list/list-skeleton";
import { Page } from "@/components/ui/page";
import { Loading, Skeleton } from "@/components/ui/skeleton";

export default function GroupsLoading() {
  return (
    <Loading label="Loading the groups">
      <Page>
        <Skeleton className="h-6 w-32" />
        <ListSkeleton rows={4} className="flex items-center gap-3 px-3.5 py-3">
          <Skeleton className="h-8 w-1/3" />
          <Skeleton className="ml-auto h-5 w-20" />
        </ListSkeleton>
      </Page>
    </Loading>
  );
}
