import { ListSkeleton } from "@/components/ui/list/list-skeleton";
import { Page, PageHead } from "@/components/ui/page";
import { Loading, Skeleton } from "@/components/ui/skeleton";

export default function IntentsLoading() {
  return (
    <Page wide>
      <PageHead title="Intents" crumbs={[{ href: "/rationales", label: "Rationales" }]} />
      <Loading label="Reading the intents">
        <Skeleton className="h-16 w-full" />
        <ListSkeleton rows={6} className="flex flex-col gap-2 px-4 py-3.5">
          <Skeleton className="h-4 w-72 max-w-full" />
          <Skeleton className="h-4 w-40" />
        </ListSkeleton>
      </Loading>
    </Page>
  );
}
