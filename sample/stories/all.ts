import { CLUSTER } from "./cluster";
import { CODE } from "./code";
import corrections from "./corrections.json";
import { DATA } from "./data";
import { DESKTOP } from "./desktop";
import { HABITS } from "./habits";
import { INBOX } from "./inbox";
import { MAIL } from "./mail";
import { PAYMENTS } from "./payments";
import problems from "./problems.json";
import { MENDED, OVERRIDES, RATINGS } from "./ratings";
import { RECORDS } from "./records";
import refusals from "./refusals.json";
import { SALES } from "./sales";
import { WEEKS } from "./weeks";
import { AGENTS, CHEATSHEETS, COMPANIES, GATEWAYS, NAMES } from "./world";

type ByCompany<T> = Readonly<Record<string, readonly T[]>>;

const PROBLEMS: ByCompany<{
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
}> = problems;

const CORRECTIONS: ByCompany<{ tool: string; said: string }> = corrections;

export const WORLD = {
  companies: COMPANIES,
  gateways: GATEWAYS,
  agents: AGENTS,
  names: NAMES,
  stories: [MAIL, PAYMENTS, SALES, CLUSTER, CODE, DATA, RECORDS, INBOX, DESKTOP, HABITS, WEEKS].flat(),
  ratings: RATINGS,
  overrides: OVERRIDES,
  mended: MENDED,
  problems: PROBLEMS,
  corrections: CORRECTIONS,
  refusals,
  cheatsheets: CHEATSHEETS,
};

export type World = typeof WORLD;
