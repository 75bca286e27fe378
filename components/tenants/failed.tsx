import { Banner } from "@/components/ui/banner";
import { Button } from "@/components/ui/button";
import { Page } from "@/components/ui/page";

/** The page could not be read. */
export function TenantsFailed({ digest, onRetry }: { digest?: string; onRetry: () => void }) {
  return (
    <Page>
      <Banner
        tone="problem"
        role="alert"
        title="The tenants could not be read"
        action={<Button onClick={onRetry}>Try again</Button>}
      >
        Nothing was changed. Try again; if it stays, tell an operator this id: <code>{digest}</code>
      </Banner>
    </Page>
  );
}
