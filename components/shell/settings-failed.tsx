"use client";

import { Banner } from "@/components/ui/banner";
import { Button } from "@/components/ui/button";
import { DatabaseAway } from "@/components/ui/database-away";
import type { FailedProps } from "@/components/ui/list/read-failed";
import { Page } from "@/components/ui/page";
import { DATABASE_AWAY } from "@/lib/core/away";

/** The part of `error.tsx` below the settings: what could not be read. */
export function settingsFailed(title: string) {
  return function SettingsFailed({ error: { digest }, reset }: FailedProps) {
    if (digest === DATABASE_AWAY) return <DatabaseAway />;
    return (
      <Page>
        <Banner
          tone="problem"
          role="alert"
          title={title}
          action={
            <Button size="sm" onClick={reset}>
              Try again
            </Button>
          }
        >
          Nothing was changed. Try again; if it keeps failing, give an administrator this id:{" "}
          <code>{digest}</code>
        </Banner>
      </Page>
    );
  };
}
