import { Banner } from "@/components/ui/banner";
import { Button } from "@/components/ui/button";
import { Page } from "@/components/ui/page";

/** The page could not be read. */
export function ActivityFailed({ digest, onRetry }: { digest?: string; onRetry: () => void }) {
  return (
    <Page>
      <Banner
        tone="problem"
        role="alert"
        title="The activity could not be read"
        action={<Button onClick={onRetry}>Try again</Button>}
      >
        Nothing was changed. Try again; if it keeps failing, give an operator this id: <code>{digest}</code>
      </Banner>
    </Page>
  );
}
