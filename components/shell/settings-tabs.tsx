import { PageTabs } from "@/components/ui/page";
import { type Administers, DESTINATIONS, isOpenTo } from "./destinations";

export type SettingsPart =
  | "tenants"
  | "people"
  | "groups"
  | "agents"
  | "sign-in"
  | "notifications"
  | "system"
  | "profile";

/** The parts of the settings that are open to this person. */
export function SettingsTabs({ current, administers }: { current: SettingsPart; administers: Administers }) {
  const parts = DESTINATIONS.filter(
    (place) => /^\/settings\/[^/]+$/.test(place.href) && isOpenTo(place, administers),
  );
  return (
    <PageTabs
      label="Parts of the settings"
      items={parts.map(({ href, label }) => ({ href, label, current: href === `/settings/${current}` }))}
    />
  );
}
