import { cookies } from "next/headers";
import { isZone } from "@/components/ui/moment";
import { ZONE_COOKIE } from "@/components/ui/zone-cookie";
import {
  CHOSEN_ZONE_COOKIE,
  DENSITY_COOKIE,
  type Density,
  THEME_COOKIE,
  type Theme,
} from "@/lib/auth/people/types";
import { isDensity, isTheme, SAMPLE_NOTICE_COOKIE, SIDEBAR_COOKIE } from "./preference-cookies";

type Preferences = {
  theme: Theme;
  density: Density;
  zone: string;
  sidebar: "open" | "closed";
  sampleNotice: boolean;
};

/**
 * This browser's preferences from its cookies; unknown values use the default. They mirror the
 * signed-in person's, so that the first paint is right without a database query.
 */
export async function viewerPreferences(): Promise<Preferences> {
  const jar = await cookies();
  const theme = jar.get(THEME_COOKIE)?.value;
  const density = jar.get(DENSITY_COOKIE)?.value;
  const zones = [CHOSEN_ZONE_COOKIE, ZONE_COOKIE].map((name) => decode(jar.get(name)?.value));
  return {
    theme: isTheme(theme) ? theme : "system",
    density: isDensity(density) ? density : "comfortable",
    zone: zones.find(isZone) ?? "UTC",
    sampleNotice: jar.get(SAMPLE_NOTICE_COOKIE)?.value !== "hidden",
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
