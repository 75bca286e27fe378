import { ListSkeleton } from "@/components/ui/list/list-skeleton";
import { Page, PageHead } from "@/components/ui/page";
import { Loading, Skeleton } from "@/components/ui/skeleton";

export default function ReviewsLoading() {
  return (
    <Page>
      <PageHead title="Reviews" />
      <Loading label="Reading the reviews">
        <ListSkeleton rows={4} className="flex flex-col gap-2 px-4 py-3.5">
          <Skeleton className="h-4 w-56" />
          <Skeleton className="h-4 w-80 max-w-full" />
          <Skeleton className="h-4 w-full" />
        </ListSkeleton>
      </Loading>
    </Page>
  );
}
