import { Card, Page } from "@/components/ui/page";
import { Loading, Skeleton } from "@/components/ui/skeleton";

const PARTS = ["a"];

export default function SystemLoading() {
  return (
    <Loading label="Loading how the system is doing">
      <Page>
        <Skeleton className="h-6 w-32" />
        <Skeleton className="h-9 w-full max-w-96" />
        {PARTS.map((part) => (
          <Card key={part}>
            <Skeleton className="h-5 w-40" />
            <Skeleton className="mt-3 h-20 w-full" />
          </Card>
        ))}
      </Page>
    </Loading>
  );
}
