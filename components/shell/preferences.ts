import { cookies } from "next/headers";
import { isZone } from "@/components/ui/moment";
import { ZONE_COOKIE } from "@/components/ui/zone-cookie";
import { isTheme, SIDEBAR_COOKIE, THEME_COOKIE, type Theme } from "./preference-cookies";

export type Preferences = { theme: Theme; zone: string; sidebar: "open" | "closed" };

/** What this browser prefers, from its cookies; anything unknown falls back. */
export async function viewerPreferences(): Promise<Preferences> {
  const jar = await cookies();
  const theme = jar.get(THEME_COOKIE)?.value;
  const zone = decode(jar.get(ZONE_COOKIE)?.value);
  return {
    theme: isTheme(theme) ? theme : "system",
    zone: isZone(zone) ? zone : "UTC",
    sidebar: jar.get(SIDEBAR_COOKIE)?.value === "closed" ? "closed" : "open",
  };
}

function decode(text: string | undefined): string | undefined {
  try {
    return text === undefined ? undefined : decodeURIComponent(text);
  } catch {
    return undefined; // not something we wrote
  }
}
