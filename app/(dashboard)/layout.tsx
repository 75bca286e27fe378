import type { ReactNode } from "react";
import { SampleBanner } from "@/components/onboarding/sample-banner";
import { NewPasskeyBanner } from "@/components/people/passkeys/new-passkey-banner";
import { AfterLoad } from "@/components/shell/after-load";
import { administersOf } from "@/components/shell/destinations";
import { LiveProvider } from "@/components/shell/live/live-provider";
import { viewerPreferences } from "@/components/shell/preferences";
import { Shell } from "@/components/shell/shell";
import { KeptFor } from "@/components/ui/browser-storage";
import { ToastProvider } from "@/components/ui/toast";
import { ViewerClockProvider } from "@/components/ui/viewer-clock";
import { requireUser } from "@/lib/auth/sessions/current";
import { heardUpTo } from "@/lib/live/place";
import { readShell } from "@/lib/onboarding/shell";

export default async function DashboardLayout({ children }: { children: ReactNode }) {
  // Taken before any read, so that the browser hears every later announcement.
  const place = heardUpTo();
  const scope = await requireUser();
  const [browser, shell] = await Promise.all([viewerPreferences(), readShell(scope)]);
  const { waiting, saved, issues, mentions, notes, reviews, sample, passkey } = shell;
  const { theme, density, zone, openNext, keys, notify } = shell.preferences;
  const { id, name, email, role } = scope.actor;
  const administers = administersOf(scope);
  const sampleNotice = sample && (browser.sampleNotice || sample !== "loaded") ? sample : null;
  const asOf = Date.now();
  return (
    <ViewerClockProvider zone={zone ?? browser.zone} chosen={zone !== null} asOf={asOf}>
      <LiveProvider
        asOf={asOf}
        place={place}
        frame={{
          ...{ waiting, saved: saved.map(({ id, count }) => ({ id, count })) },
          ...{ issues, mentions, notes, reviews, notify },
        }}
      >
        <KeptFor person={id}>
          <AfterLoad
            preferences={{ theme, density, zone }}
            keyboard={{ enabled: keys.enabled, remap: keys.remap, administers }}
          />
          <ToastProvider>
            <Shell
              viewer={{ name, email, role, administers }}
              theme={theme}
              openNext={openNext}
              saved={saved.map(({ id, name: called, href }) => ({ id, name: called, href }))}
              notice={
                (sampleNotice || passkey) && (
                  <>
                    {passkey && <NewPasskeyBanner passkey={passkey} />}
                    {sampleNotice && <SampleBanner state={sampleNotice} />}
                  </>
                )
              }
            >
              {children}
            </Shell>
          </ToastProvider>
        </KeptFor>
      </LiveProvider>
    </ViewerClockProvider>
  );
}
