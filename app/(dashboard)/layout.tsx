import type { ReactNode } from "react";
import { SampleBanner } from "@/components/onboarding/sample-banner";
import { AfterLoad } from "@/components/shell/after-load";
import { LiveProvider } from "@/components/shell/live/live-provider";
import { viewerPreferences } from "@/components/shell/preferences";
import { Shell } from "@/components/shell/shell";
import { ToastProvider } from "@/components/ui/toast";
import { ViewerClockProvider } from "@/components/ui/viewer-clock";
import { listSavedViews } from "@/lib/approvals/queue/saved-views";
import { listWaiting } from "@/lib/approvals/queue/waiting";
import { getPreferences } from "@/lib/auth/people/preferences";
import { requireUser } from "@/lib/auth/sessions/current";
import { countOpenIssues } from "@/lib/feedback/inbox/queries";
import { mayAnswer } from "@/lib/feedback/rules";
import { liveHub } from "@/lib/live/hub";
import { findSample } from "@/lib/onboarding/sample/queries";

export default async function DashboardLayout({ children }: { children: ReactNode }) {
  // Before anything is read: what is announced from here on, the browser is told.
  const { place } = liveHub();
  const scope = await requireUser();
  const [browser, own, waiting, saved, issues, sample] = await Promise.all([
    viewerPreferences(),
    getPreferences(scope),
    listWaiting(scope),
    listSavedViews(scope),
    mayAnswer(scope.actor.role) ? countOpenIssues(scope) : 0,
    findSample(scope),
  ]);
  const seesSample = sample && (scope.unlimited || sample.tenants.length > 0);
  const { theme, density, zone, keys, notify } = own;
  const { name, email, role } = scope.actor;
  const asOf = Date.now();
  return (
    <ViewerClockProvider zone={zone ?? browser.zone} chosen={zone !== null} asOf={asOf}>
      <LiveProvider
        asOf={asOf}
        place={place}
        frame={{ waiting, saved: saved.map(({ id, count }) => ({ id, count })), issues, notify }}
      >
        <AfterLoad
          preferences={{ theme, density, zone }}
          keyboard={{ enabled: keys.enabled, remap: keys.remap, admin: role === "admin" }}
        />
        <ToastProvider>
          <Shell
            viewer={{ name, email, role }}
            theme={theme}
            saved={saved}
            notice={seesSample && <SampleBanner state={sample.state} />}
          >
            {children}
          </Shell>
        </ToastProvider>
      </LiveProvider>
    </ViewerClockProvider>
  );
}
