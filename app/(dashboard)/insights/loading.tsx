import { Card, Page, PageHead } from "@/components/ui/page";
import { Loading, Skeleton } from "@/components/ui/skeleton";
import { TableSkeleton } from "@/components/ui/table-skeleton";

const CARDS = ["meaning", "feedback", "at-once"];

export default function InsightsLoading() {
  return (
    <Page wide>
      <PageHead title="Insights" />
      <Loading label="Reading the insights">
        <div className="grid gap-4 lg:grid-cols-3">
          {CARDS.map((card) => (
            <Skeleton key={card} className="h-96 w-full" />
          ))}
        </div>
      </Loading>
      <Card flush>
        <TableSkeleton label="Reading what deciding costs" columns={5} rows={8} />
      </Card>
    </Page>
  );
}
