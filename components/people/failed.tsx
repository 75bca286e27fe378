"use client";

import { Banner } from "@/components/ui/banner";
import { Button } from "@/components/ui/button";
import { Page } from "@/components/ui/page";

/** The people could not be read. */
export function PeopleFailed({ digest, onRetry }: { digest?: string; onRetry: () => void }) {
  return (
    <Page>
      <Banner
        tone="problem"
        role="alert"
        title="The people could not be read"
        action={
          <Button size="sm" onClick={onRetry}>
            Try again
          </Button>
        }
      >
        Nothing was changed. Try again; if it stays, tell an operator this id: <code>{digest}</code>
      </Banner>
    </Page>
  );
}
