import { ButtonLink } from "@/components/ui/button-link";
import { EmptyState } from "@/components/ui/empty-state";
import { Page } from "@/components/ui/page";

export default function ToolNotFound() {
  return (
    <Page>
      <EmptyState
        heading
        icon="search"
        title="There is no such tool"
        action={
          <ButtonLink href="/tools" data-key="back">
            All tools
          </ButtonLink>
        }
      >
        It may belong to a gateway you may not see, or no gateway ever listed it.
      </EmptyState>
    </Page>
  );
}
