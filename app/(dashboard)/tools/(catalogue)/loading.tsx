import { ToolsHead } from "@/components/tools/list/tools-head";
import { ListSkeleton } from "@/components/ui/list/list-skeleton";
import { Page } from "@/components/ui/page";
import { Loading, Skeleton } from "@/components/ui/skeleton";

export default function LoadingTools() {
  return (
    <Page wide>
      <ToolsHead />
      <Loading label="Reading the tools">
        <div className="flex flex-col gap-3">
          <Skeleton className="h-6 w-80 max-w-full" />
          <Skeleton className="h-8 w-full" />
          <ListSkeleton rows={10} className="flex items-center gap-6 px-3.5 py-3.5">
            <span className="flex flex-1 flex-col gap-1.5">
              <Skeleton className="h-4 w-48" />
              <Skeleton className="h-3 w-32" />
            </span>
            <Skeleton className="h-5 w-20" />
            <Skeleton className="h-4 w-56 max-md:hidden" />
          </ListSkeleton>
        </div>
      </Loading>
    </Page>
  );
}
