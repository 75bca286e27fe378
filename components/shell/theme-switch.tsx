"use client";

import { useState } from "react";
import { Segmented } from "@/components/ui/segmented";
import { rememberInCookie } from "@/components/ui/set-cookie";
import { THEME_COOKIE, type Theme } from "./preference-cookies";

const OPTIONS = [
  { value: "light", label: "Light" },
  { value: "dark", label: "Dark" },
  { value: "system", label: "System" },
] as const;

/** Light, dark, or as the device has it; at once, and remembered for this browser. */
export function ThemeSwitch({ theme, name }: { theme: Theme; name: string }) {
  const [chosen, setChosen] = useState(theme);
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
      }}
    />
  );
}
