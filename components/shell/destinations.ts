import type { IconName } from "@/components/ui/icon";

export type Destination = {
  href: string;
  label: string;
  icon: IconName;
  /** Pressed after G. */
  goKey?: string;
  /** Only for administrators. */
  admins?: boolean;
};

/** Every page one can go to by name. */
export const DESTINATIONS: readonly Destination[] = [
  { href: "/approvals", label: "Approvals", icon: "inbox", goKey: "a" },
  { href: "/feedback", label: "Feedback", icon: "message", goKey: "f" },
  { href: "/rationales", label: "Rationales", icon: "layers", goKey: "r" },
  { href: "/tools", label: "Tools", icon: "wrench", goKey: "t" },
  { href: "/activity", label: "Activity", icon: "list", goKey: "l" },
  { href: "/gateways", label: "Gateways", icon: "plug", goKey: "w" },
  { href: "/settings", label: "Settings", icon: "settings", goKey: "s" },
  { href: "/approvals?view=high", label: "High and up", icon: "shield-alert" },
  { href: "/approvals?view=attention", label: "Needs attention", icon: "flag" },
  { href: "/approvals?view=snoozed", label: "Snoozed", icon: "snooze" },
  { href: "/approvals?view=decided", label: "Decided", icon: "archive" },
  { href: "/gateways/undelivered", label: "Could not tell the gateway", icon: "unlink" },
  { href: "/tools/cheatsheets", label: "Cheatsheets", icon: "book" },
  { href: "/settings/tenants", label: "Tenants", icon: "building", admins: true },
  { href: "/settings/people", label: "People", icon: "users", admins: true },
  { href: "/settings/sign-in", label: "Sign-in", icon: "key", admins: true },
  { href: "/settings/system", label: "System", icon: "archive", admins: true },
  { href: "/settings/profile", label: "Your profile", icon: "user" },
  { href: "/start", label: "Getting started", icon: "flag" },
  { href: "/docs", label: "Documentation", icon: "book" },
  { href: "/docs/api", label: "API reference", icon: "book" },
];
