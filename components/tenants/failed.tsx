import { Banner } from "@/components/ui/banner";
import { Button } from "@/components/ui/button";
import { Page } from "@/components/ui/page";
import { TENANTS } from "@/components/words/tenants";

/** The page could not be read. */
export function TenantsFailed({ digest, onRetry }: { digest?: string; onRetry: () => void }) {
  return (
    <Page>
      <Banner
        tone="problem"
        role="alert"
        title={TENANTS.failed}
        action={<Button onClick={onRetry}>{TENANTS.retry}</Button>}
      >
        {TENANTS.failedText} <code>{digest}</code>
      </Banner>
    </Page>
  );
}
