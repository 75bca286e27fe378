import { Card, Page, PageHead } from "@/components/ui/page";
import { TableSkeleton } from "@/components/ui/table-skeleton";
import { UNDELIVERED } from "@/components/words/gateway-log";
import { GATEWAYS } from "@/components/words/gateways";

export default function LoadingUndelivered() {
  return (
    <Page>
      <PageHead
        title={UNDELIVERED.title}
        crumbs={[{ href: "/gateways", label: GATEWAYS.title }]}
        description={UNDELIVERED.description}
      />
      <Card flush>
        <TableSkeleton label={UNDELIVERED.loading} columns={2} rows={4} />
      </Card>
    </Page>
  );
}
