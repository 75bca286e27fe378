import { UndeliveredHead } from "@/components/gateways/deliveries/undelivered-head";
import { Card, Page } from "@/components/ui/page";
import { TableSkeleton } from "@/components/ui/table-skeleton";

export default function LoadingUndelivered() {
  return (
    <Page>
      <UndeliveredHead />
      <Card flush>
        <TableSkeleton label="Loading the callbacks" columns={2} rows={4} />
      </Card>
    </Page>
  );
}
