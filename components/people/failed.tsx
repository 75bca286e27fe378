"use client";

import { Banner } from "@/components/ui/banner";
import { Button } from "@/components/ui/button";
import { Page } from "@/components/ui/page";
import { PEOPLE } from "@/components/words/people";

/** The people could not be read. */
export function PeopleFailed({ digest, onRetry }: { digest?: string; onRetry: () => void }) {
  return (
    <Page>
      <Banner
        tone="problem"
        role="alert"
        title={PEOPLE.failed}
        action={
          <Button size="sm" onClick={onRetry}>
            {PEOPLE.retry}
          </Button>
        }
      >
        {PEOPLE.failedText} <code>{digest}</code>
      </Banner>
    </Page>
  );
}
