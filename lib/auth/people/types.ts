import type { RiskWord } from "@/lib/core/risk";
import type { Role } from "@/lib/core/scope";

// What a person may prefer. Free of server imports, so that pages and the browser share it.

export const THEMES = ["light", "dark", "system"] as const;

export type Theme = (typeof THEMES)[number];

export const DENSITIES = ["comfortable", "compact"] as const;

export type Density = (typeof DENSITIES)[number];

// What the server must know before anybody is found to be signed in, so that the first paint is right.
export const THEME_COOKIE = "theme";

export const DENSITY_COOKIE = "density";

/** Empty when the browser's own zone is meant. */
export const CHOSEN_ZONE_COOKIE = "zone";

export const MIRROR_SECONDS = 365 * 24 * 3_600;

export type UserPreferences = {
  theme: Theme;
  density: Density;
  /** An IANA zone such as `Europe/Berlin`; null: the browser's own. */
  zone: string | null;
  keys: {
    enabled: boolean;
    /** Keys of the person's choice, by binding; an empty text is no key. */
    remap: Readonly<Record<string, string>>;
  };
  notify: { browser: boolean; atLeast: RiskWord };
};

/** Some of the preferences: members left out stay as they are. `remap` is replaced as a whole. */
export type PreferencesChange = {
  [Name in keyof UserPreferences]?: UserPreferences[Name] extends object
    ? Partial<UserPreferences[Name]>
    : UserPreferences[Name];
};

export const DEFAULT_PREFERENCES: UserPreferences = {
  theme: "system",
  density: "comfortable",
  zone: null,
  keys: { enabled: true, remap: {} },
  notify: { browser: false, atLeast: "low" },
};

/** A user who may sign in, as the list of people shows them. */
export type PersonListed = {
  id: string;
  name: string;
  email: string;
  role: Role;
  /** Null: every tenant. Otherwise the keys of those they are limited to. */
  tenants: string[] | null;
  /** The names of the groups they belong to. */
  groups: string[];
  hasPassword: boolean;
  hasSingleSignOn: boolean;
  lastSignInAt: Date | null;
  createdAt: Date;
  disabledAt: Date | null;
};

/** An identity at a sign-on provider that opens a person's account. */
export type LinkedIdentity = { issuer: string; subject: string; linkedAt: Date };

export type PersonDetails = PersonListed & {
  identities: LinkedIdentity[];
  /** Whether they are the only administrator of all tenants who can still sign in. */
  lastAdmin: boolean;
  /** A link to a new password that can still be used. */
  passwordLink: { id: string; expiresAt: Date; createdBy: string } | null;
};

export type Invitation = {
  id: string;
  email: string;
  role: Role;
  /** Null: every tenant. */
  tenants: string[] | null;
  createdBy: string;
  createdAt: Date;
  expiresAt: Date;
  expired: boolean;
};

/** Lists whose filters a person can keep; each is the first part of its address. */
export type SavedList = "approvals" | "feedback" | "rationales";

/** Each is counted whenever a page is read. */
export const SAVED_VIEWS_MAX = 12;

export const SAVED_NAME_MAX = 40;

/** A filter that a person keeps. `count` stops where the list's own counts do; null where it is not counted. */
export type SavedViewLink = { id: string; name: string; href: string; count: number | null };
