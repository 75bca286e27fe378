import type { World } from "../engine/plan";
import { CLUSTER } from "./cluster";
import { CODE } from "./code";
import corrections from "./corrections.json";
import { DATA } from "./data";
import { DESKTOP } from "./desktop";
import { INBOX } from "./inbox";
import { MAIL } from "./mail";
import { PAYMENTS } from "./payments";
import problems from "./problems.json";
import { OVERRIDES, RATINGS } from "./ratings";
import { RECORDS } from "./records";
import refusals from "./refusals.json";
import { SALES } from "./sales";
import { AGENTS, CHEATSHEETS, COMPANIES, GATEWAYS, NAMES } from "./world";

/** Everything that the sample tells of. */
export const WORLD: World = {
  companies: COMPANIES,
  gateways: GATEWAYS,
  agents: AGENTS,
  names: NAMES,
  stories: [...MAIL, ...PAYMENTS, ...SALES, ...CLUSTER, ...CODE, ...DATA, ...RECORDS, ...INBOX, ...DESKTOP],
  ratings: RATINGS,
  overrides: OVERRIDES,
  problems,
  corrections,
  refusals,
  cheatsheets: CHEATSHEETS,
};
