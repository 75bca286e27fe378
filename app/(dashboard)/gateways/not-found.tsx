import { ButtonLink } from "@/components/ui/button-link";
import { EmptyState } from "@/components/ui/empty-state";
import { Page } from "@/components/ui/page";

export default function GatewayNotFound() {
  return (
    <Page>
      <EmptyState
        heading
        icon="search"
        title="No such gateway"
        action={
          <ButtonLink href="/gateways" data-key="back">
            Back to the gateways
          </ButtonLink>
        }
      >
        It does not exist, or it serves no tenant you may see.
      </EmptyState>
    </Page>
  );
}
