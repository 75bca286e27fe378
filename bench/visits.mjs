// Pages of the console and the server's time for each: sequential requests, in turns with a page
// without data.
import { at } from "./load.mjs";

const REQUESTS = Number(process.env.BENCH_REQUESTS ?? 15);
const BASELINE = "/docs";
const ID = "[0-9a-f]{8}-[0-9a-f-]{27}";

/** URL by name; if a row is needed, the page that lists it and the link. */
export const PAGES = {
  "queue, mine": "/approvals?view=mine",
  "queue, all": "/approvals?view=all",
  "queue, decided": "/approvals?view=decided",
  "queue, attention": "/approvals?view=attention",
  "queue, one tool": "/approvals?view=all&tool=create_refund",
  "queue, words": "/approvals?view=all&q=refund",
  "an approval that waits": ["/approvals?view=all", `/approvals/${ID}`],
  "a decided approval": ["/approvals?view=decided", `/approvals/${ID}`],
  feedback: "/feedback",
  inbox: "/feedback?tenant=sample-fernhill",
  "inbox, new": "/feedback?tenant=sample-fernhill&view=new",
  "inbox, mine": "/feedback?tenant=sample-fernhill&view=mine",
  "inbox, growing": "/feedback?tenant=sample-fernhill&view=growing",
  "inbox, waiting": "/feedback?tenant=sample-fernhill&view=waiting",
  "inbox, snoozed": "/feedback?tenant=sample-fernhill&view=snoozed",
  "inbox, closed": "/feedback?tenant=sample-fernhill&view=closed",
  "inbox, all": "/feedback?tenant=sample-fernhill&view=all",
  "inbox, no word": "/feedback?tenant=sample-fernhill&q=zyzzyva",
  "inbox, many words": "/feedback?tenant=sample-fernhill&q=order",
  "inbox, many errors": "/feedback?tenant=sample-fernhill&q=xpected%20arra",
  "inbox, by signal": "/feedback?tenant=sample-fernhill&sort=signal",
  "inbox, an agent": "/feedback?tenant=sample-fernhill&agent=billing-agent",
  board: "/feedback/board?view=all&tenant=sample-fernhill",
  "board, a tool": "/feedback/board?view=all&tool=create_refund",
  "an issue": ["/feedback", `/feedback/${ID}`],
  "a report": [["/feedback", `/feedback/${ID}`], `/feedback/reports/${ID}`],
  rationales: "/rationales",
  "rationales, a rare word": "/rationales?q=warehouse",
  "rationales, two words": "/rationales?q=refund%20order",
  "rationales, failures of a tool": "/rationales?tool=create_refund&outcome=validation_error",
  "rationales, a session": ["/rationales", '/rationales\\?session=[^"&]+'],
  intents: "/rationales/intents?tenant=weeks",
  "an intent": ["/rationales/intents?tenant=weeks", `/rationales/intents/${ID}`],
  "a week of intents": "/rationales/weekly?tenant=weeks",
  "this week's intents so far": `/rationales/weekly?tenant=weeks&week=${new Date().toISOString().slice(0, 10)}`,
  "a call": ["/rationales", `/rationales/calls/${ID}[^"]*`],
  tools: "/tools",
  "a tool": ["/tools", `/tools/${ID}`],
  "a tool's use": ["/tools", `/tools/${ID}`, "/use"],
  "a tool's health": ["/tools", `/tools/${ID}`, "/health"],
  findings: "/tools/findings",
  "health of tools": "/tools/health",
  suggestions: "/tools/suggestions",
  "known tools": "/tools/known",
  cheatsheets: "/tools/cheatsheets",
  "a cheatsheet": ["/tools/cheatsheets", '/tools/cheatsheets/[^"?]+[^"]*'],
  gateways: "/gateways",
  "a gateway": ["/gateways", `/gateways/${ID}`],
  "its keys": ["/gateways", `/gateways/${ID}`, "/keys"],
  "its deliveries": ["/gateways", `/gateways/${ID}`, "/deliveries"],
  "its requests": ["/gateways", `/gateways/${ID}`, "/requests"],
  undelivered: "/gateways/undelivered",
  activity: "/activity",
  "activity of a tenant": "/activity?tenant=sample-fernhill",
  tenants: "/settings/tenants",
  "a tenant": "/settings/tenants/sample-fernhill",
  people: "/settings/people",
  "sign-in settings": "/settings/sign-in",
  profile: "/settings/profile",
  "getting started": "/start",
};

async function addressOf(visit, page) {
  if (typeof page === "string") return page;
  const [listed, pattern, more = ""] = page;
  const { text } = await visit(await addressOf(visit, listed));
  const found = new RegExp(`href="(${pattern})[?"]`).exec(text) ?? new RegExp(`"(${pattern})[?"]`).exec(text);
  return found ? found[1].replaceAll("&amp;", "&") + more : null;
}

async function timed(visit, address) {
  const began = performance.now();
  const { status, text } = await visit(address);
  if (status !== 200) throw new Error(`${address} answered ${status}`);
  return { ms: performance.now() - began, size: Buffer.byteLength(text) };
}

/**
 * Median milliseconds of a page and of the one without data, and the page's size; null without such
 * a row.
 */
export async function measurePage(visit, name) {
  const address = await addressOf(visit, PAGES[name]);
  if (address === null) return null;
  const [times, base] = [[], []];
  let { size } = await timed(visit, address);
  for (let index = 0; index < REQUESTS; index += 1) {
    base.push((await timed(visit, BASELINE)).ms);
    const page = await timed(visit, address);
    times.push(page.ms);
    size = page.size;
  }
  return { ms: at(times, 0.5), baseMs: at(base, 0.5), kibibytes: size / 1_024 };
}
