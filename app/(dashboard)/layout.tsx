import type { ReactNode } from "react";
import { LiveProvider } from "@/components/live/live-provider";
import { LiveRefresh } from "@/components/live/live-refresh";
import { viewerPreferences } from "@/components/shell/preferences";
import { Shell } from "@/components/shell/shell";
import { ToastProvider } from "@/components/ui/toast";
import { ViewerClockProvider } from "@/components/ui/viewer-clock";
import { countPending } from "@/lib/approvals/queue/queries";
import { signOutAction } from "@/lib/auth/actions";
import { requireUser } from "@/lib/auth/current";

export default async function DashboardLayout({ children }: { children: ReactNode }) {
  const scope = await requireUser();
  const [{ theme, zone }, pending] = await Promise.all([viewerPreferences(), countPending(scope)]);
  const { name, email, role } = scope.actor;
  const asOf = Date.now();
  return (
    <ViewerClockProvider zone={zone} asOf={asOf}>
      <LiveProvider asOf={asOf}>
        <LiveRefresh topics={["approval"]} />
        <ToastProvider>
          <Shell viewer={{ name, email, role }} theme={theme} pending={pending} signOut={signOutAction}>
            {children}
          </Shell>
        </ToastProvider>
      </LiveProvider>
    </ViewerClockProvider>
  );
}
