import { Card, Page } from "@/components/ui/page";
import { Skeleton } from "@/components/ui/skeleton";
import { TableSkeleton } from "@/components/ui/table-skeleton";
import { ACTIVITY } from "@/components/words/activity";

export default function ActivityLoading() {
  return (
    <Page wide>
      <Skeleton className="h-6 w-32" />
      <Skeleton className="h-20 w-full" />
      <Card flush>
        <TableSkeleton label={ACTIVITY.loading} columns={3} rows={10} />
      </Card>
    </Page>
  );
}
