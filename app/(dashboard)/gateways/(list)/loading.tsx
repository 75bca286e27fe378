import { Card, Page, PageHead } from "@/components/ui/page";
import { TableSkeleton } from "@/components/ui/table-skeleton";
import { GATEWAYS } from "@/components/words/gateways";

export default function LoadingGateways() {
  return (
    <Page wide>
      <PageHead title="Gateways" description={GATEWAYS.description} />
      <Card flush>
        <TableSkeleton label="Loading the gateways" rows={5} />
      </Card>
    </Page>
  );
}
