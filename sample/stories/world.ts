// Companies, people and things of the sample. All are made up; domains are reserved (RFC 2606).

export const FERNHILL = "sample-fernhill";
export const HALDEN = "sample-halden";
export const JUNIPER = "sample-juniper";

/** Names in decisions. No account has these ids, so no one can sign in as them. */
export type Person = { id: string; name: string; email: string };

const people = (from: number, domain: string, ...names: string[]): Person[] =>
  names.map((name, index) => ({
    id: `5a3b1e00-0000-4000-8000-0000000000${(from + index).toString(16).padStart(2, "0")}`,
    name,
    email: `${name.split(" ")[0]?.toLowerCase()}@${domain}`,
  }));

export type Company = (typeof COMPANIES)[number];

/**
 * Weights per hundred sessions. `since`: days since they joined, if before the sample's period.
 * `hurried`: their people approve most calls at once.
 */
export const COMPANIES: readonly {
  key: string;
  name: string;
  domain: string;
  gateways: readonly string[];
  ttlSeconds: number;
  weight: number;
  people: Person[];
  since?: number;
  hurried?: boolean;
}[] = [
  {
    key: FERNHILL,
    name: "Fernhill Outdoor (sample)",
    domain: "fernhill.example",
    gateways: ["sample-edge", "sample-platform", "sample-desktop"],
    ttlSeconds: 2 * 86_400,
    weight: 46,
    since: 130,
    people: people(1, "fernhill.example", "Ines Duarte", "Maya Lindqvist", "Tomasz Nowak", "Priya Raman"),
  },
  {
    key: HALDEN,
    name: "Halden Energy (sample)",
    domain: "halden.example",
    gateways: ["sample-platform", "sample-desktop"],
    ttlSeconds: 86_400,
    weight: 34,
    hurried: true,
    people: people(5, "halden.example", "Jonas Weber", "Aiko Tanaka", "Luca Moretti"),
  },
  {
    key: JUNIPER,
    name: "Juniper Clinics (sample)",
    domain: "juniper.example",
    gateways: ["sample-edge", "sample-desktop"],
    ttlSeconds: 3 * 86_400,
    weight: 20,
    people: people(8, "juniper.example", "Grace Okafor", "Samuel Reyes", "Hanna Virtanen"),
  },
];

/** The callback URL is disabled in the sample: nothing is sent. */
export const GATEWAYS = [
  {
    name: "sample-edge",
    providers: ["resend", "stripe", "hubspot", "gmail", "slack", "notion", "airtable"],
    callbackUrl: "https://mcp.fernhill.example/hooks/countersign",
  },
  {
    name: "sample-platform",
    providers: ["kubernetes", "github", "gitlab", "mongodb", "launchdarkly", "quality"],
    callbackUrl: "https://gateway.halden.example/countersign/decisions",
  },
  {
    name: "sample-desktop",
    providers: ["filesystem", "memory", "playwright", "chrome-devtools", "everything"],
    callbackUrl: null,
  },
];

/** Providers whose tools come with a cheatsheet. */
export const CHEATSHEETS = ["resend", "stripe", "kubernetes", "github", "mongodb", "launchdarkly"];

/** In the first weeks, the middle and today; careless ones sometimes omit the rationale. */
export const AGENTS: Readonly<Record<string, { versions: string[]; model: string; careless?: boolean }>> = {
  "claude-code": { versions: ["2.2.9", "2.3.4", "2.4.1"], model: "claude-sonnet-4-5" },
  cursor: { versions: ["2.0.41", "2.0.77", "2.1.12"], model: "gpt-5.1", careless: true },
  codex: { versions: ["0.52.0", "0.57.0", "0.58.0"], model: "gpt-5.1-codex" },
  chatgpt: { versions: ["1.2025.281", "1.2025.302", "1.2025.315"], model: "gpt-5.1" },
  "growth-agent": { versions: ["3.0", "3.1", "3.1"], model: "claude-sonnet-4-5" },
  "support-copilot": { versions: ["1.7", "1.8", "1.9"], model: "gpt-5-mini" },
  "billing-agent": { versions: ["2.0", "2.0", "2.1"], model: "claude-haiku-4-5" },
  "ops-runbook": { versions: ["0.8", "0.9", "0.9"], model: "claude-sonnet-4-5" },
  "front-desk": { versions: ["1.1", "1.2", "1.2"], model: "gpt-5-mini", careless: true },
};

const words = (...lines: string[]) => lines.flatMap((line) => line.split(" "));

/** Names of people and businesses, and mailbox hosts. */
export const NAMES = {
  first: words(
    "Amara Bruno Chloe Daniel Elif Farid Greta Hugo Isla Jamal Keiko Leon Marta Nadia Oskar Paula",
    "Quentin Rosa Stefan Talia Umar Vera Wanda Xavier Yara Zoltan Anton Bea Carlos Dina",
  ),
  last: words(
    "Adeyemi Bergström Costa Dvorak Eklund Ferreira Grimm Haddad Ivanov Jansen Keller Lopez Marsh Novak",
    "Osei Petrov Quist Rossi Silva Thorne Ueda Vance Weiss Yilmaz Zhou Arnaud Bakker Cohen Diaz Ellis",
  ),
  mail: ["mailbox.example", "post.example", "webmail.example"],
  businesses: [
    ...["Alder & Finch", "Bluebird Logistics", "Cobalt Analytics", "Dune Coffee Roasters"],
    ...["Evergreen Schools", "Foxglove Studios", "Granite Insurance", "Harbour Foods"],
    ...["Ironwood Builders", "Jasper Hotels", "Kestrel Travel", "Lumen Dental"],
    ...["Meridian Labs", "Northgate Cycles", "Orchard Media", "Pinnacle Fitness"],
  ],
};
