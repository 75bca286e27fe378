import type { ReactNode } from "react";
import { Keyboard } from "@/components/keys/keyboard";
import { LiveProvider } from "@/components/live/live-provider";
import { LiveRefresh } from "@/components/live/live-refresh";
import { Notifier } from "@/components/notifications/notifier";
import { viewerPreferences } from "@/components/shell/preferences";
import { Shell } from "@/components/shell/shell";
import { ToastProvider } from "@/components/ui/toast";
import { ViewerClockProvider } from "@/components/ui/viewer-clock";
import { listWaiting } from "@/lib/approvals/waiting/queries";
import { signOutAction } from "@/lib/auth/actions";
import { requireUser } from "@/lib/auth/current";
import { search } from "@/lib/search/actions";

export default async function DashboardLayout({ children }: { children: ReactNode }) {
  const scope = await requireUser();
  const [{ theme, zone }, waiting] = await Promise.all([viewerPreferences(), listWaiting(scope)]);
  const { name, email, role } = scope.actor;
  const asOf = Date.now();
  return (
    <ViewerClockProvider zone={zone} asOf={asOf}>
      <LiveProvider asOf={asOf}>
        <LiveRefresh topics={["approval"]} />
        <Notifier count={waiting.count} calls={waiting.newest} asOf={asOf} wanted={false} atLeast="low" />
        <Keyboard enabled remap={{}} admin={role === "admin"} search={search} />
        <ToastProvider>
          <Shell
            viewer={{ name, email, role }}
            theme={theme}
            counts={{ "/approvals": waiting.count }}
            saved={[]}
            waiting={waiting}
            asOf={new Date(asOf)}
            notify={false}
            saveNotify={async () => {
              "use server";
              return { ok: false };
            }}
            signOut={signOutAction}
          >
            {children}
          </Shell>
        </ToastProvider>
      </LiveProvider>
    </ViewerClockProvider>
  );
}
