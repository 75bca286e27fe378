import { ButtonLink } from "@/components/ui/button-link";
import { EmptyState } from "@/components/ui/empty-state";
import { Page } from "@/components/ui/page";
import { GATEWAYS } from "@/components/words/gateways";

export default function RowNotFound() {
  return (
    <Page>
      <EmptyState
        heading
        icon="search"
        title="There is nothing here"
        action={
          <ButtonLink href="/gateways" data-key="back">
            Back to the gateways
          </ButtonLink>
        }
      >
        {GATEWAYS.missingRowHint}
      </EmptyState>
    </Page>
  );
}
