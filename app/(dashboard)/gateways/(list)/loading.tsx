import { GatewaysHead } from "@/components/gateways/list/gateways-head";
import { Card, Page } from "@/components/ui/page";
import { TableSkeleton } from "@/components/ui/table-skeleton";

export default function LoadingGateways() {
  return (
    <Page wide>
      <GatewaysHead />
      <Card flush>
        <TableSkeleton label="Loading the gateways" rows={5} />
      </Card>
    </Page>
  );
}
