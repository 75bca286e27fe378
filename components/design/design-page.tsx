import { ThemeSwitch } from "@/components/shell/theme-switch";
import { Page, PageHead } from "@/components/ui/page";
import { ToastProvider } from "@/components/ui/toast";
import { ViewerClockProvider } from "@/components/ui/viewer-clock";
import type { Theme } from "@/lib/auth/people/types";
import { Buttons, Colours, Fields, Marks, Type } from "./basics";
import { Charts } from "./charts";
import { Frames, LoadingFaces, Messages, TextFromElsewhere, Times } from "./content";
import { Choices, Floating, Forms } from "./controls";
import { NOW } from "./samples";
import { SECTIONS } from "./sections";
import { Tables } from "./tables";

/** Every part of the console in all its states, to review a change. */
export function DesignPage({ theme }: { theme: Theme }) {
  return (
    <ViewerClockProvider zone="UTC" asOf={NOW}>
      <ToastProvider>
        <main id="main">
          <Page>
            <PageHead
              title="Design"
              description="Every part of the console in every state, in the theme of this browser. Shown in development, and where COUNTERSIGN_DESIGN_PAGE is on."
              actions={<ThemeSwitch theme={theme} name="theme" />}
            />
            <nav aria-label="Parts">
              <ul className="flex flex-wrap gap-x-4 text-sm">
                {Object.entries(SECTIONS).map(([id, title]) => (
                  <li key={id}>
                    <a href={`#${id}`} className="inline-block min-h-6 text-accent hover:underline">
                      {title}
                    </a>
                  </li>
                ))}
              </ul>
            </nav>
            <Colours />
            <Type />
            <Buttons />
            <Fields />
            <Choices />
            <Marks />
            <Messages />
            <Times />
            <TextFromElsewhere />
            <Frames />
            <Tables />
            <Charts />
            <Forms />
            <Floating />
            <LoadingFaces />
          </Page>
        </main>
      </ToastProvider>
    </ViewerClockProvider>
  );
}
