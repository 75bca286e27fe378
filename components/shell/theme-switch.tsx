"use client";

import { useState } from "react";
import { Segmented } from "@/components/ui/segmented";
import { rememberInCookie } from "@/components/ui/set-cookie";
import { THEME_COOKIE, type Theme } from "@/lib/auth/people/types";

const OPTIONS = [
  { value: "light", label: "Light" },
  { value: "dark", label: "Dark" },
  { value: "system", label: "System" },
] as const;

/** Light, dark, or as the device: takes effect at once and is stored for this browser. */
export function ThemeSwitch({
  theme,
  name,
  save,
}: {
  theme: Theme;
  name: string;
  save?: (change: { theme: Theme }) => Promise<{ ok: boolean }>;
}) {
  const [chosen, setChosen] = useState(theme);
  const [known, setKnown] = useState(theme);
  // The profile or the other menu changed it.
  if (known !== theme) {
    setKnown(theme);
    setChosen(theme);
  }
  return (
    <Segmented
      legend="Theme"
      name={name}
      value={chosen}
      options={OPTIONS}
      className="w-full *:[label]:flex-1"
      onChange={(next) => {
        setChosen(next);
        document.documentElement.dataset.theme = next;
        rememberInCookie(THEME_COOKIE, next);
        // This browser has it already; a failure affects only others.
        save?.({ theme: next }).catch(() => undefined);
      }}
    />
  );
}
