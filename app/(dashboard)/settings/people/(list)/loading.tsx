import { Card, Page } from "@/components/ui/page";
import { Loading, Skeleton } from "@/components/ui/skeleton";

const ROWS = ["a", "b", "c", "d", "e"];

export default function PeopleLoading() {
  return (
    <Loading label="Loading the people">
      <Page>
        <Skeleton className="h-6 w-32" />
        <Skeleton className="h-9 w-full max-w-96" />
        <Card flush>
          {ROWS.map((row) => (
            <div
              key={row}
              className="flex items-center gap-3 border-b border-border px-3.5 py-3 last:border-b-0"
            >
              <Skeleton className="size-7 rounded-full" />
              <Skeleton className="h-8 w-1/3" />
              <Skeleton className="ml-auto h-5 w-20" />
            </div>
          ))}
        </Card>
      </Page>
    </Loading>
  );
}
