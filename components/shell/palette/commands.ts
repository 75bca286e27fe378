import type { IconName } from "@/components/ui/icon";
import { rememberInCookie } from "@/components/ui/set-cookie";
import { savePreferencesAction } from "@/lib/auth/people/actions";
import { DENSITY_COOKIE, type Density, THEME_COOKIE, type Theme } from "@/lib/auth/people/types";
import { signOutAction } from "@/lib/auth/sign-in/actions";

/** What the palette does itself, on any page. */
export type Command = { id: string; label: string; icon: IconName; run: () => void };

const theme = (value: Theme, words: string): Command => ({
  id: `theme-${value}`,
  label: `Theme: ${words}`,
  icon: "eye",
  run: () => {
    document.documentElement.dataset.theme = value;
    rememberInCookie(THEME_COOKIE, value);
    // This browser has it already; a failure affects only others.
    savePreferencesAction({ theme: value }).catch(() => undefined);
  },
});

const density = (value: Density, words: string): Command => ({
  id: `density-${value}`,
  label: `Density: ${words}`,
  icon: "list",
  run: () => {
    document.documentElement.dataset.density = value;
    rememberInCookie(DENSITY_COOKIE, value);
    savePreferencesAction({ density: value }).catch(() => undefined);
  },
});

export const COMMANDS: readonly Command[] = [
  theme("light", "light"),
  theme("dark", "dark"),
  theme("system", "as the device"),
  density("comfortable", "comfortable"),
  density("compact", "compact"),
  { id: "sign-out", label: "Sign out", icon: "log-out", run: () => void signOutAction() },
];
