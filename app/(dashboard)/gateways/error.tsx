"use client";

import { Banner } from "@/components/ui/banner";
import { Button } from "@/components/ui/button";
import { Page } from "@/components/ui/page";
import { GATEWAYS } from "@/components/words/gateways";

export default function GatewaysError({
  error,
  reset,
}: {
  error: Error & { digest?: string };
  reset: () => void;
}) {
  return (
    <Page>
      <Banner
        tone="problem"
        role="alert"
        title={GATEWAYS.failedTitle}
        action={<Button onClick={reset}>{GATEWAYS.retry}</Button>}
      >
        {GATEWAYS.failedText} {error.digest && <code>{error.digest}</code>}
      </Banner>
    </Page>
  );
}
