"use client";

import { type ReactNode, useState } from "react";
import { ActNotice } from "@/components/ui/act-notice";
import { Checkbox } from "@/components/ui/checkbox";
import { Combobox } from "@/components/ui/combobox";
import { Card, Section } from "@/components/ui/page";
import { Segmented } from "@/components/ui/segmented";
import { Time } from "@/components/ui/time";
import { useViewerClock } from "@/components/ui/viewer-clock";
import { DENSITIES, type Density, THEMES, type Theme, type UserPreferences } from "@/lib/auth/people/types";
import { useChosen } from "./use-chosen";
import { useSaving } from "./use-saving";
import { zoneOptions } from "./zones";

const BROWSER = "browser";

const THEME_WORDS: Record<Theme, string> = { light: "Light", dark: "Dark", system: "System" };
const DENSITY_WORDS: Record<Density, string> = { comfortable: "Comfortable", compact: "Compact" };

/** Theme, density, time zone and what follows an act; each is saved at once. */
export function Look({ preferences }: { preferences: UserPreferences }) {
  // Separate, so that saving one does not revert the other.
  const [theme, chooseTheme] = useChosen(preferences.theme);
  const [density, chooseDensity] = useChosen(preferences.density);
  const act = useSaving();

  const changeTheme = async (next: Theme) => {
    show({ theme: next });
    if (!(await chooseTheme(next, () => act.run({ theme: next })))) show({ theme });
  };
  const changeDensity = async (next: Density) => {
    show({ density: next });
    if (!(await chooseDensity(next, () => act.run({ density: next })))) show({ density });
  };

  return (
    <Section id="look" title="Look, time and lists" description="Applied at once, in all your browsers.">
      <Card className="flex flex-col gap-5">
        <div className="grid gap-5 sm:grid-cols-2">
          <Choice label="Theme">
            <Segmented
              legend="Theme"
              name="profile-theme"
              value={theme}
              options={THEMES.map((value) => ({ value, label: THEME_WORDS[value] }))}
              onChange={(next) => void changeTheme(next)}
            />
          </Choice>
          <Choice label="Density" note="Compact shows more rows on a screen. Phones keep large targets.">
            <Segmented
              legend="Density"
              name="profile-density"
              value={density}
              options={DENSITIES.map((value) => ({ value, label: DENSITY_WORDS[value] }))}
              onChange={(next) => void changeDensity(next)}
            />
          </Choice>
        </div>
        <OpenNext saved={preferences.openNext} save={(openNext) => act.run({ openNext })} />
        <Zone zone={preferences.zone} choose={(zone) => void act.run({ zone })} />
        <ActNotice problem={act.problem} />
      </Card>
    </Section>
  );
}

function OpenNext({
  saved,
  save,
}: {
  saved: boolean;
  save: (openNext: boolean) => Promise<{ ok: boolean } | null>;
}) {
  const [chosen, choose] = useChosen(saved);
  return (
    <div className="flex flex-col gap-1">
      <Checkbox
        name="open-next"
        label="Open the next one after an act"
        checked={chosen}
        onChange={({ target }) => void choose(target.checked, () => save(target.checked))}
      />
      <span className="text-fg-muted text-xs">
        After you decide a call or triage an issue, the next row of the list opens at once.
      </span>
    </div>
  );
}

function Choice({ label, note, children }: { label: string; note?: string; children: ReactNode }) {
  return (
    <div className="flex flex-col items-start gap-1.5 max-sm:items-stretch">
      {/* The group of choices has the same label for assistive technology. */}
      <span aria-hidden className="text-sm font-medium">
        {label}
      </span>
      {children}
      {note && <span className="text-xs text-fg-muted">{note}</span>}
    </div>
  );
}

function Zone({ zone, choose }: { zone: string | null; choose: (zone: string | null) => void }) {
  const clock = useViewerClock();
  const [zones] = useState(zoneOptions);
  const options = [
    { value: BROWSER, label: zone === null ? `Same as the browser (${clock.zone})` : "Same as the browser" },
    ...zones,
  ];
  return (
    <div className="grid items-end gap-x-6 gap-y-2 sm:grid-cols-2">
      <Combobox
        name="zone"
        label="Time zone"
        hint="Pages show all times in this zone."
        placeholder="Type a city or a region"
        options={options}
        value={zone ?? BROWSER}
        onChange={(value) => value && choose(value === BROWSER ? null : value)}
      />
      <p className="text-sm text-fg-muted">
        The time there is <Time value={new Date(clock.now())} form="date-time" />.
      </p>
    </div>
  );
}

function show({ theme, density }: { theme?: Theme; density?: Density }): void {
  const page = document.documentElement.dataset;
  if (theme) page.theme = theme;
  if (density) page.density = density;
}
