import { ButtonLink } from "@/components/ui/button-link";
import { EmptyState } from "@/components/ui/empty-state";
import { Page } from "@/components/ui/page";
import { GATEWAYS } from "@/components/words/gateways";

export default function GatewayNotFound() {
  return (
    <Page>
      <EmptyState
        heading
        icon="search"
        title={GATEWAYS.missing}
        action={
          <ButtonLink href="/gateways" data-key="back">
            {GATEWAYS.back}
          </ButtonLink>
        }
      >
        {GATEWAYS.missingHint}
      </EmptyState>
    </Page>
  );
}
