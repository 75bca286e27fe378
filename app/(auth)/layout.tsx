import type { ReactNode } from "react";
import { viewerPreferences } from "@/components/shell/preferences";
import { ViewerClockProvider } from "@/components/ui/viewer-clock";

export default async function AuthLayout({ children }: { children: ReactNode }) {
  const { zone } = await viewerPreferences();
  // Here so that the zone is already known when the first page with times is made.
  return (
    <ViewerClockProvider zone={zone} asOf={Date.now()}>
      {children}
    </ViewerClockProvider>
  );
}
