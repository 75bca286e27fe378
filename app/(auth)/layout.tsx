import type { ReactNode } from "react";
import { viewerPreferences } from "@/components/shell/preferences";
import { ViewerClockProvider } from "@/components/ui/viewer-clock";

export default async function AuthLayout({ children }: { children: ReactNode }) {
  const { zone } = await viewerPreferences();
  // The layout reads the time zone, so that the first page with times knows it.
  return (
    <ViewerClockProvider zone={zone} asOf={Date.now()}>
      {children}
    </ViewerClockProvider>
  );
}
