import { Banner } from "@/components/ui/banner";
import { Button } from "@/components/ui/button";
import { Page } from "@/components/ui/page";
import { ACTIVITY } from "@/components/words/activity";

/** The page could not be read. */
export function ActivityFailed({ digest, onRetry }: { digest?: string; onRetry: () => void }) {
  return (
    <Page>
      <Banner
        tone="problem"
        role="alert"
        title={ACTIVITY.failed}
        action={<Button onClick={onRetry}>{ACTIVITY.retry}</Button>}
      >
        {ACTIVITY.failedText} <code>{digest}</code>
      </Banner>
    </Page>
  );
}
