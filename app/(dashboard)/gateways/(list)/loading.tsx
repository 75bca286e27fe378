import { Card, Page, PageHead } from "@/components/ui/page";
import { TableSkeleton } from "@/components/ui/table-skeleton";
import { GATEWAYS } from "@/components/words/gateways";

export default function LoadingGateways() {
  return (
    <Page wide>
      <PageHead title={GATEWAYS.title} description={GATEWAYS.description} />
      <Card flush>
        <TableSkeleton label={GATEWAYS.loading} rows={5} />
      </Card>
    </Page>
  );
}
