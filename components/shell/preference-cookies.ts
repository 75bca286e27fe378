import { DENSITIES, type Density, THEMES, type Theme } from "@/lib/auth/people/types";

export const SIDEBAR_COOKIE = "sidebar";

export const SAMPLE_NOTICE_COOKIE = "sample-notice";

export function isTheme(text: string | undefined): text is Theme {
  return THEMES.some((theme) => theme === text);
}

export function isDensity(text: string | undefined): text is Density {
  return DENSITIES.some((density) => density === text);
}
