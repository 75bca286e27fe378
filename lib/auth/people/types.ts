import type { RiskWord } from "@/lib/core/risk";
import type { Role } from "@/lib/core/scope";

// Preferences. Free of server imports, so that pages and the browser share it.

export const THEMES = ["light", "dark", "system"] as const;

export type Theme = (typeof THEMES)[number];

export const DENSITIES = ["comfortable", "compact"] as const;

export type Density = (typeof DENSITIES)[number];

// Read before the session is known, so that the first paint is right.
export const THEME_COOKIE = "theme";

export const DENSITY_COOKIE = "density";

/** Empty: the browser's own zone. */
export const CHOSEN_ZONE_COOKIE = "zone";

export const MIRROR_SECONDS = 365 * 24 * 3_600;

export type UserPreferences = {
  theme: Theme;
  density: Density;
  /** An IANA zone such as `Europe/Berlin`; null: the browser's own. */
  zone: string | null;
  /** After an act in a list, opens the next row. */
  openNext: boolean;
  keys: {
    enabled: boolean;
    /** Custom keys by binding; an empty text means no key. */
    remap: Readonly<Record<string, string>>;
  };
  notify: { browser: boolean; atLeast: RiskWord };
};

/** Preferences to change: absent members keep their values. `remap` is replaced as a whole. */
export type PreferencesChange = {
  [Name in keyof UserPreferences]?: UserPreferences[Name] extends object
    ? Partial<UserPreferences[Name]>
    : UserPreferences[Name];
};

export const DEFAULT_PREFERENCES: UserPreferences = {
  theme: "system",
  density: "comfortable",
  zone: null,
  openNext: true,
  keys: { enabled: true, remap: {} },
  notify: { browser: false, atLeast: "low" },
};

export type PersonListed = {
  id: string;
  name: string;
  email: string;
  role: Role;
  /** Keys of the tenants they are limited to; null: every tenant. */
  tenants: string[] | null;
  groups: string[];
  hasPassword: boolean;
  hasSingleSignOn: boolean;
  lastSignInAt: Date | null;
  createdAt: Date;
  disabledAt: Date | null;
};

export type LinkedIdentity = { issuer: string; subject: string; linkedAt: Date };

export type PersonDetails = PersonListed & {
  identities: LinkedIdentity[];
  /** Whether they are the only administrator of all tenants who can still sign in. */
  lastAdmin: boolean;
  passwordLink: { id: string; expiresAt: Date; createdBy: string } | null;
};

export type Invitation = {
  id: string;
  email: string;
  role: Role;
  tenants: string[] | null;
  createdBy: string;
  createdAt: Date;
  expiresAt: Date;
  expired: boolean;
};

/** Lists with saved views; each is the first segment of its path. */
export type SavedList = "approvals" | "feedback" | "rationales";

/** Every page read counts each of them. */
export const SAVED_VIEWS_MAX = 12;

export const SAVED_NAME_MAX = 40;

/** A saved view. `count` stops at the list's own limit; null if not counted. */
export type SavedViewLink = { id: string; name: string; href: string; count: number | null };
