import { ListSkeleton } from "@/components/ui/list/list-skeleton";
import { Page, PageHead } from "@/components/ui/page";
import { Loading, Skeleton } from "@/components/ui/skeleton";
import { ToolsTabs } from "./tools-tabs";

/** What stands in the place of findings or suggestions while they are read. */
export function AdviceLoading({ title, current }: { title: string; current: "findings" | "suggestions" }) {
  return (
    <Page>
      <PageHead crumbs={[{ href: "/tools", label: "Tools" }]} title={title} />
      <ToolsTabs current={current} />
      <Loading label={`Reading the ${current}`}>
        <ListSkeleton rows={6} className="flex flex-col gap-2 px-4 py-3.5">
          <Skeleton className="h-4 w-56" />
          <Skeleton className="h-4 w-80 max-w-full" />
          <Skeleton className="h-4 w-full" />
        </ListSkeleton>
      </Loading>
    </Page>
  );
}
