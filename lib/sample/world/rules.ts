import type { Chance } from "../chance/rules";

// The people, companies and things of the sample workspace. All of them are made up; domains are of the reserved kind (RFC 2606).

export type Person = { id: string; name: string; email: string; role: string };

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

export type GatewayPlan = {
  name: string;
  providers: readonly string[];
  /** Where it was told decisions. Switched off in the sample: nothing is sent to anyone. */
  callbackUrl: string | null;
};

export type AgentPlan = { name: string; versions: readonly [string, string, string]; model: string };

// Ids of people who have no account: they are names beside decisions, and cannot sign in.
const person = (n: number, name: string, domain: string, role: string): Person => ({
  id: `5a3b1e00-0000-4000-8000-0000000000${n.toString(16).padStart(2, "0")}`,
  name,
  email: `${name.split(" ")[0]?.toLowerCase()}@${domain}`,
  role,
});

export const COMPANIES: readonly Company[] = [
  {
    key: "sample-fernhill",
    name: "Fernhill Outdoor (sample)",
    domain: "fernhill.example",
    gateways: ["sample-edge", "sample-platform", "sample-desktop"],
    ttlSeconds: 2 * 86_400,
    weight: 46,
    people: [
      person(1, "Ines Duarte", "fernhill.example", "operations lead"),
      person(2, "Maya Lindqvist", "fernhill.example", "product owner"),
      person(3, "Tomasz Nowak", "fernhill.example", "customer care"),
      person(4, "Priya Raman", "fernhill.example", "growth"),
    ],
  },
  {
    key: "sample-halden",
    name: "Halden Energy (sample)",
    domain: "halden.example",
    gateways: ["sample-platform", "sample-desktop"],
    ttlSeconds: 86_400,
    weight: 34,
    people: [
      person(5, "Jonas Weber", "halden.example", "site reliability"),
      person(6, "Aiko Tanaka", "halden.example", "platform lead"),
      person(7, "Luca Moretti", "halden.example", "data engineering"),
    ],
  },
  {
    key: "sample-juniper",
    name: "Juniper Clinics (sample)",
    domain: "juniper.example",
    gateways: ["sample-edge", "sample-desktop"],
    ttlSeconds: 3 * 86_400,
    weight: 20,
    people: [
      person(8, "Grace Okafor", "juniper.example", "practice manager"),
      person(9, "Samuel Reyes", "juniper.example", "front desk"),
      person(10, "Hanna Virtanen", "juniper.example", "billing"),
    ],
  },
];

export const GATEWAYS: readonly GatewayPlan[] = [
  {
    name: "sample-edge",
    providers: ["resend", "stripe", "hubspot", "gmail", "slack", "notion", "airtable"],
    callbackUrl: "https://mcp.fernhill.example/hooks/countersign",
  },
  {
    name: "sample-platform",
    providers: ["kubernetes", "github", "gitlab", "mongodb", "launchdarkly"],
    callbackUrl: "https://gateway.halden.example/countersign/decisions",
  },
  {
    name: "sample-desktop",
    providers: ["filesystem", "memory", "playwright", "chrome-devtools", "everything"],
    callbackUrl: null,
  },
];

/** Versions: of the first weeks, of the middle, of today. */
export const AGENTS: Readonly<Record<string, AgentPlan>> = {
  "claude-code": { name: "claude-code", versions: ["2.2.9", "2.3.4", "2.4.1"], model: "claude-sonnet-4-5" },
  cursor: { name: "cursor", versions: ["2.0.41", "2.0.77", "2.1.12"], model: "gpt-5.1" },
  codex: { name: "codex", versions: ["0.52.0", "0.57.0", "0.58.0"], model: "gpt-5.1-codex" },
  chatgpt: { name: "chatgpt", versions: ["1.2025.281", "1.2025.302", "1.2025.315"], model: "gpt-5.1" },
  "growth-agent": { name: "growth-agent", versions: ["3.0", "3.1", "3.1"], model: "claude-sonnet-4-5" },
  "support-copilot": { name: "support-copilot", versions: ["1.7", "1.8", "1.9"], model: "gpt-5-mini" },
  "billing-agent": { name: "billing-agent", versions: ["2.0", "2.0", "2.1"], model: "claude-haiku-4-5" },
  "ops-runbook": { name: "ops-runbook", versions: ["0.8", "0.9", "0.9"], model: "claude-sonnet-4-5" },
  "front-desk": { name: "front-desk", versions: ["1.1", "1.2", "1.2"], model: "gpt-5-mini" },
};

const FIRST = (
  "Amara Bruno Chloe Daniel Elif Farid Greta Hugo Isla Jamal Keiko Leon Marta Nadia Oskar Paula Quentin Rosa Stefan " +
  "Talia Umar Vera Wanda Xavier Yara Zoltan Anton Bea Carlos Dina"
).split(" ");
const LAST = (
  "Adeyemi Bergström Costa Dvorak Eklund Ferreira Grimm Haddad Ivanov Jansen Keller Lopez Marsh Novak Osei Petrov " +
  "Quist Rossi Silva Thorne Ueda Vance Weiss Yilmaz Zhou Arnaud Bakker Cohen Diaz Ellis"
).split(" ");
const MAIL = ["mailbox.example", "post.example", "webmail.example"];

export type Customer = { name: string; first: string; last: string; email: string };

/** Somebody the company deals with. */
export function aCustomer(chance: Chance): Customer {
  const [first, last] = [chance.pick(FIRST), chance.pick(LAST)];
  const plain = `${first}.${last}`
    .toLowerCase()
    .normalize("NFD")
    .replace(/[^a-z.]/g, "");
  return { name: `${first} ${last}`, first, last, email: `${plain}@${chance.pick(MAIL)}` };
}

const BUSINESSES = [
  "Alder & Finch",
  "Bluebird Logistics",
  "Cobalt Analytics",
  "Dune Coffee Roasters",
  "Evergreen Schools",
  "Foxglove Studios",
  "Granite Insurance",
  "Harbour Foods",
  "Ironwood Builders",
  "Jasper Hotels",
  "Kestrel Travel",
  "Lumen Dental",
  "Meridian Labs",
  "Northgate Cycles",
  "Orchard Media",
  "Pinnacle Fitness",
] as const;

/** A company one sells to. */
export function aBusiness(chance: Chance): { name: string; domain: string } {
  const name = chance.pick(BUSINESSES);
  return { name, domain: `${name.toLowerCase().replace(/[^a-z]+/g, "-")}.example` };
}

/** An amount as people write it: "€1,249.00". */
export function money(cents: number, sign = "€"): string {
  return `${sign}${(cents / 100).toLocaleString("en-US", { minimumFractionDigits: 2, maximumFractionDigits: 2 })}`;
}

/** 10,412 */
export function count(n: number): string {
  return n.toLocaleString("en-US");
}

/** 2026-11-21 */
export function day(at: Date, offset = 0): string {
  return new Date(at.getTime() + offset * 86_400_000).toISOString().slice(0, 10);
}

const MONTHS = [
  "January",
  "February",
  "March",
  "April",
  "May",
  "June",
  "July",
  "August",
  "September",
  "October",
  "November",
  "December",
] as const;

export function month(at: Date, offset = 0): string {
  return MONTHS[(at.getUTCMonth() + offset + 12) % 12] ?? MONTHS[0];
}
