"use client";

import { Banner } from "@/components/ui/banner";
import { Button } from "@/components/ui/button";
import { Page } from "@/components/ui/page";
import { TOOLS_EMPTY } from "@/components/words/tools";

export default function ToolsError({
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
        title={TOOLS_EMPTY.failed}
        action={<Button onClick={reset}>{TOOLS_EMPTY.again}</Button>}
      >
        {TOOLS_EMPTY.failedHint} {error.digest && <code>{error.digest}</code>}
      </Banner>
    </Page>
  );
}
