import type { ReactNode } from "react";
import { SampleBanner } from "@/components/onboarding/sample-banner";
import { AfterLoad } from "@/components/shell/after-load";
import { LiveProvider } from "@/components/shell/live/live-provider";
import { LiveRefresh } from "@/components/shell/live/live-refresh";
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
import { findSample } from "@/lib/onboarding/sample/queries";

export default async function DashboardLayout({ children }: { children: ReactNode }) {
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
      <LiveProvider asOf={asOf}>
        <LiveRefresh topics={["approval"]} />
        <AfterLoad
          preferences={{ theme, density, zone }}
          keyboard={{ enabled: keys.enabled, remap: keys.remap, admin: role === "admin" }}
          notifier={{
            count: waiting.count,
            calls: waiting.newest,
            asOf,
            wanted: notify.browser,
            atLeast: notify.atLeast,
          }}
        />
        <ToastProvider>
          <Shell
            viewer={{ name, email, role }}
            theme={theme}
            counts={{
              "/approvals": waiting.count,
              "/approvals?view=attention": waiting.attention,
              "/feedback": issues,
            }}
            saved={saved}
            waiting={waiting}
            asOf={new Date(asOf)}
            notify={notify.browser}
            notice={seesSample && <SampleBanner state={sample.state} />}
          >
            {children}
          </Shell>
        </ToastProvider>
      </LiveProvider>
    </ViewerClockProvider>
  );
}
