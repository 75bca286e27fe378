"use client";

import { Banner } from "@/components/ui/banner";
import { Button } from "@/components/ui/button";
import { Page } from "@/components/ui/page";

/** A page of people, profile or sign-in could not be read. */
export function PeopleFailed({ digest, onRetry }: { digest?: string; onRetry: () => void }) {
  return (
    <Page>
      <Banner
        tone="problem"
        role="alert"
        title="This page could not be read"
        action={
          <Button size="sm" onClick={onRetry}>
            Try again
          </Button>
        }
      >
        Nothing was changed. Try again; if it keeps failing, give an administrator this id:{" "}
        <code>{digest}</code>
      </Banner>
    </Page>
  );
}
