import type { IconName } from "@/components/ui/icon";
import { PLACES } from "@/components/words/places";

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
  { href: "/approvals", label: PLACES.approvals, icon: "inbox", goKey: "a" },
  { href: "/feedback", label: PLACES.feedback, icon: "message", goKey: "f" },
  { href: "/rationales", label: PLACES.rationales, icon: "layers", goKey: "r" },
  { href: "/tools", label: PLACES.tools, icon: "wrench", goKey: "t" },
  { href: "/activity", label: PLACES.activity, icon: "list", goKey: "l" },
  { href: "/gateways", label: PLACES.gateways, icon: "plug", goKey: "w" },
  { href: "/settings", label: PLACES.settings, icon: "settings", goKey: "s" },
  { href: "/approvals?view=high", label: PLACES.high, icon: "shield-alert" },
  { href: "/approvals?view=attention", label: PLACES.attention, icon: "flag" },
  { href: "/approvals?view=snoozed", label: PLACES.snoozed, icon: "snooze" },
  { href: "/approvals?view=decided", label: PLACES.decided, icon: "archive" },
  { href: "/gateways/undelivered", label: PLACES.undelivered, icon: "unlink" },
  { href: "/tools/cheatsheets", label: PLACES.cheatsheets, icon: "book" },
  { href: "/settings/tenants", label: PLACES.tenants, icon: "building", admins: true },
  { href: "/settings/people", label: PLACES.people, icon: "users", admins: true },
  { href: "/settings/sign-in", label: PLACES.signIn, icon: "key", admins: true },
  { href: "/settings/profile", label: PLACES.profile, icon: "user" },
  { href: "/start", label: PLACES.start, icon: "flag" },
  { href: "/docs", label: PLACES.docs, icon: "book" },
  { href: "/docs/api", label: PLACES.api, icon: "book" },
];
