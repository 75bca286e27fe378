import { ButtonLink } from "@/components/ui/button-link";
import { EmptyState } from "@/components/ui/empty-state";
import { Page } from "@/components/ui/page";

/** One delivery or request of a gateway that is not there. */
export function RowNotFound() {
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
        It does not exist, was deleted after its retention time, or belongs to a tenant you may not see.
      </EmptyState>
    </Page>
  );
}
