export const THEME_COOKIE = "theme";
export const SIDEBAR_COOKIE = "sidebar";

export const THEMES = ["light", "dark", "system"] as const;
export type Theme = (typeof THEMES)[number];

export function isTheme(text: string | undefined): text is Theme {
  return THEMES.some((theme) => theme === text);
}
