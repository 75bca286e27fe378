"use client";

import { useEffect } from "react";
import { rememberInCookie } from "@/components/ui/set-cookie";
import {
  CHOSEN_ZONE_COOKIE,
  DENSITY_COOKIE,
  type Density,
  THEME_COOKIE,
  type Theme,
} from "@/lib/auth/people/types";

/**
 * Applies preferences chosen in another browser: to this page at once, to later ones through
 * cookies that the server reads. Renders nothing.
 */
export function PreferenceMirror({
  theme,
  density,
  zone,
}: {
  theme: Theme;
  density: Density;
  zone: string | null;
}) {
  useEffect(() => {
    mirror(THEME_COOKIE, theme);
    document.documentElement.dataset.theme = theme;
  }, [theme]);
  useEffect(() => {
    mirror(DENSITY_COOKIE, density);
    document.documentElement.dataset.density = density;
  }, [density]);
  useEffect(() => mirror(CHOSEN_ZONE_COOKIE, zone ?? ""), [zone]);
  return null;
}

function mirror(name: string, value: string): void {
  const has = document.cookie.split("; ").includes(`${name}=${encodeURIComponent(value)}`);
  if (!has) rememberInCookie(name, value);
}
