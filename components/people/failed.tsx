"use client";

import { Banner } from "@/components/ui/banner";
import { Button } from "@/components/ui/button";
import { DatabaseAway } from "@/components/ui/database-away";
import { Page } from "@/components/ui/page";
import { DATABASE_AWAY } from "@/lib/core/away";

/** A page of people, profile or sign-in could not be read. */
export function PeopleFailed({ digest, onRetry }: { digest?: string; onRetry: () => void }) {
  if (digest === DATABASE_AWAY) return <DatabaseAway />;
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
