import { Card, Page } from "@/components/ui/page";
import { Loading, Skeleton } from "@/components/ui/skeleton";

const ROWS = ["a", "b", "c", "d"];

export default function PoliciesLoading() {
  return (
    <Loading label="Loading the policies">
      <Page>
        <Skeleton className="h-6 w-32" />
        <Skeleton className="h-9 w-full max-w-96" />
        <Card flush>
          {ROWS.map((row) => (
            <div
              key={row}
              className="flex justify-between gap-4 border-b border-border px-3.5 py-3 last:border-b-0"
            >
              <Skeleton className="h-12 w-2/3" />
              <Skeleton className="h-8 w-32" />
            </div>
          ))}
        </Card>
      </Page>
    </Loading>
  );
}
