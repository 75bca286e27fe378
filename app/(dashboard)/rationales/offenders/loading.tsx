import { ListSkeleton } from "@/components/ui/list/list-skeleton";
import { Page, PageHead } from "@/components/ui/page";
import { Loading, Skeleton } from "@/components/ui/skeleton";

export default function OffendersLoading() {
  return (
    <Page wide>
      <PageHead title="Callers without a rationale" crumbs={[{ href: "/rationales", label: "Rationales" }]} />
      <Loading label="Reading the callers">
        <ListSkeleton rows={6} className="flex flex-col gap-2 px-4 py-3.5">
          <Skeleton className="h-4 w-48 max-w-full" />
          <Skeleton className="h-4 w-72 max-w-full" />
        </ListSkeleton>
      </Loading>
    </Page>
  );
}
