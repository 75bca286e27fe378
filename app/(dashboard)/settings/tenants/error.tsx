"use client";

import { Banner } from "@/components/ui/banner";
import { Button } from "@/components/ui/button";
import { Page } from "@/components/ui/page";

export default function TenantsError({
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
        title="The tenants could not be read"
        action={<Button onClick={reset}>Try again</Button>}
      >
        Nothing was changed. Try again; if it keeps failing, give an administrator this id:{" "}
        <code>{error.digest}</code>
      </Banner>
    </Page>
  );
}
