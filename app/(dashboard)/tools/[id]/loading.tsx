import { Page } from "@/components/ui/page";
import { Loading, Skeleton } from "@/components/ui/skeleton";

export default function LoadingTool() {
  return (
    <Page>
      <Loading label="Reading the tool">
        <div className="flex flex-col gap-6">
          <div className="flex flex-col gap-2">
            <Skeleton className="h-4 w-40" />
            <Skeleton className="h-7 w-72" />
          </div>
          <Skeleton className="h-9 w-80 max-w-full" />
          <Skeleton className="h-24 w-full" />
          <Skeleton className="h-56 w-full" />
        </div>
      </Loading>
    </Page>
  );
}
