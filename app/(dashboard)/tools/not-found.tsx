import { ButtonLink } from "@/components/ui/button-link";
import { EmptyState } from "@/components/ui/empty-state";
import { Page } from "@/components/ui/page";
import { TOOLS_EMPTY } from "@/components/words/tools";

export default function ToolNotFound() {
  return (
    <Page>
      <EmptyState
        heading
        icon="search"
        title={TOOLS_EMPTY.missing}
        action={
          <ButtonLink href="/tools" data-key="back">
            {TOOLS_EMPTY.back}
          </ButtonLink>
        }
      >
        {TOOLS_EMPTY.missingHint}
      </EmptyState>
    </Page>
  );
}
