import { Page } from "@/components/ui/page";
import { Loading, Skeleton } from "@/components/ui/skeleton";

export default function LoadingGateway() {
  return (
    <Page>
      <Loading label="Loading the gateways">
        <div className="flex flex-col gap-6">
          <div className="flex flex-col gap-2">
            <Skeleton className="h-4 w-24" />
            <Skeleton className="h-7 w-64" />
          </div>
          <Skeleton className="h-9 w-96 max-w-full" />
          <Skeleton className="h-48 w-full" />
          <Skeleton className="h-24 w-full" />
        </div>
      </Loading>
    </Page>
  );
}
