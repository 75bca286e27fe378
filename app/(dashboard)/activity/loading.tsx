import { Card, Page } from "@/components/ui/page";
import { Skeleton } from "@/components/ui/skeleton";
import { TableSkeleton } from "@/components/ui/table-skeleton";

export default function ActivityLoading() {
  return (
    <Page wide>
      <Skeleton className="h-6 w-32" />
      <Skeleton className="h-20 w-full" />
      <Card flush>
        <TableSkeleton label="Loading the activity" columns={3} rows={10} />
      </Card>
    </Page>
  );
}
