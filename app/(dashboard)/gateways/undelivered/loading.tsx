import { Card, Page, PageHead } from "@/components/ui/page";
import { TableSkeleton } from "@/components/ui/table-skeleton";
import { UNDELIVERED } from "@/components/words/gateway-log";

export default function LoadingUndelivered() {
  return (
    <Page>
      <PageHead
        title="Could not tell the gateway"
        crumbs={[{ href: "/gateways", label: "Gateways" }]}
        description={UNDELIVERED.description}
      />
      <Card flush>
        <TableSkeleton label="Loading what could not be told" columns={2} rows={4} />
      </Card>
    </Page>
  );
}
