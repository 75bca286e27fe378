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
        title={GATEWAYS.missingRow}
        action={
          <ButtonLink href="/gateways" data-key="back">
            {GATEWAYS.back}
          </ButtonLink>
        }
      >
        {GATEWAYS.missingRowHint}
      </EmptyState>
    </Page>
  );
}
