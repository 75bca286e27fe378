import type { IconName } from "@/components/ui/icon";

export type Destination = {
  href: string;
  label: string;
  icon: IconName;
  /** Pressed after G. */
  goKey?: string;
  /** Only for administrators of some tenants, or of all. */
  admins?: "some" | "all";
};

/** Whether a person administers all tenants or some; null for none. */
export type Administers = "some" | "all" | null;

/** The tenants a person administers, from their role and its scope. */
export const administersOf = ({
  actor,
  unlimited,
}: {
  actor: { role: string };
  unlimited: boolean;
}): Administers => (actor.role !== "admin" ? null : unlimited ? "all" : "some");

export const DESTINATIONS: readonly Destination[] = [
  { href: "/approvals", label: "Approvals", icon: "inbox", goKey: "a" },
  { href: "/reviews", label: "Reviews", icon: "eye" },
  { href: "/feedback", label: "Feedback", icon: "message", goKey: "f" },
  { href: "/rationales", label: "Rationales", icon: "layers", goKey: "r" },
  { href: "/tools", label: "Tools", icon: "wrench", goKey: "t" },
  { href: "/insights", label: "Insights", icon: "chart", goKey: "i" },
  { href: "/activity", label: "Activity", icon: "list", goKey: "l" },
  { href: "/gateways", label: "Gateways", icon: "plug", goKey: "w" },
  { href: "/policies", label: "Policies", icon: "shield", admins: "all" },
  { href: "/settings", label: "Settings", icon: "settings", goKey: "s" },
  { href: "/approvals?view=high", label: "High and up", icon: "shield-alert" },
  { href: "/approvals?view=attention", label: "Needs attention", icon: "flag" },
  { href: "/approvals?view=snoozed", label: "Snoozed", icon: "snooze" },
  { href: "/approvals?view=decided", label: "Decided", icon: "archive" },
  { href: "/gateways/undelivered", label: "Undelivered decisions", icon: "unlink" },
  { href: "/tools/cheatsheets", label: "Cheatsheets", icon: "book" },
  { href: "/settings/tenants", label: "Tenants", icon: "building", admins: "some" },
  { href: "/settings/people", label: "People", icon: "users", admins: "all" },
  { href: "/settings/groups", label: "Groups", icon: "users", admins: "all" },
  { href: "/settings/agents", label: "Agents", icon: "users", admins: "all" },
  { href: "/settings/sign-in", label: "Sign-in", icon: "key", admins: "all" },
  { href: "/settings/notifications", label: "Channels", icon: "send", admins: "some" },
  { href: "/settings/system", label: "System", icon: "archive", admins: "all" },
  { href: "/settings/profile", label: "Your profile", icon: "user" },
  { href: "/settings/profile/notifications", label: "Your notifications", icon: "bell" },
  { href: "/notifications", label: "Notifications sent", icon: "send" },
  { href: "/start", label: "Getting started", icon: "flag" },
  { href: "/start#sample", label: "Sample workspace", icon: "sparkle", admins: "all" },
  { href: "/docs", label: "Documentation", icon: "book" },
  { href: "/docs/api", label: "API reference", icon: "book" },
];

/** Whether a person may see a page. */
export function isOpenTo({ admins }: Destination, administers: Administers): boolean {
  return admins === undefined || administers === "all" || admins === administers;
}
