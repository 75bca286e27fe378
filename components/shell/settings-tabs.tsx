import { PageTabs } from "@/components/ui/page";

export type SettingsPart = "tenants" | "people" | "groups" | "agents" | "sign-in" | "system" | "profile";

const PARTS: readonly { part: SettingsPart; href: string; label: string; admins: boolean }[] = [
  { part: "tenants", href: "/settings/tenants", label: "Tenants", admins: true },
  { part: "people", href: "/settings/people", label: "People", admins: true },
  { part: "groups", href: "/settings/groups", label: "Groups", admins: true },
  { part: "agents", href: "/settings/agents", label: "Agents", admins: true },
  { part: "sign-in", href: "/settings/sign-in", label: "Sign-in", admins: true },
  { part: "system", href: "/settings/system", label: "System", admins: true },
  { part: "profile", href: "/settings/profile", label: "Your profile", admins: false },
];

/** The parts of the settings this person may see. */
export function SettingsTabs({ current, role }: { current: SettingsPart; role: string }) {
  const parts = PARTS.filter((part) => !part.admins || role === "admin");
  return (
    <PageTabs
      label="Parts of the settings"
      items={parts.map(({ part, href, label }) => ({ href, label, current: part === current }))}
    />
  );
}
