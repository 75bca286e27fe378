import type { RiskWord } from "@/lib/core/risk";

/** A name beside decisions. Nobody has an account with that id, so nobody can sign in with it. */
export type Person = { id: string; name: string; email: string };

export type Company = {
  key: string;
  name: string;
  domain: string;
  gateways: readonly string[];
  ttlSeconds: number;
  people: readonly Person[];
  /** Of every hundred sessions. */
  weight: number;
};

export type Gateway = {
  name: string;
  providers: readonly string[];
  /** Where it was told decisions. Switched off in the sample: nothing is sent to anyone. */
  callbackUrl: string | null;
};

export type Agent = {
  /** Of the first weeks, of the middle, of today. */
  versions: readonly [string, string, string];
  model: string;
  /** It leaves the reason out at times. */
  careless?: boolean;
};

/** What people and businesses are called, and the hosts of their mailboxes. */
export type Names = Readonly<Record<"first" | "last" | "mail" | "businesses", readonly string[]>>;

/** How gateways rate tools: what was said of one by name, else what its name suggests. */
export type Ratings = {
  said: Readonly<Record<string, readonly [risk: RiskWord, confirm: boolean, impact: string]>>;
  /** Tools, and providers, that nobody has rated yet. */
  unrated: readonly string[];
  /** The first that fits. */
  byName: readonly (readonly [pattern: RegExp, risk: RiskWord, confirm: boolean | null])[];
  categories: Readonly<Record<string, string>>;
};

/** A rating of a company, or of everybody for all tenants. */
export type Override = {
  tool: string;
  company: string | null;
  risk: RiskWord;
  confirm: boolean;
  daysAgo: number;
};

/** Something that several agents stumbled over. */
export type Problem = {
  tool: string;
  seen: { severity: string; reports: number; daysAgo: number; state: string };
  attempted: readonly string[];
  expected: string;
  actual: string;
  error?: string;
  suggestion?: string;
  answer?: string;
  workaround?: string;
  fixedIn?: string;
};

/** Provider and name of a tool such as stripe/create_refund. */
export function partsOfTool(name: string) {
  const [provider = "", tool = ""] = name.split("/");
  return { provider, tool };
}
