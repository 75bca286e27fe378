// Twelve weeks of made-up calls in any number, from the labelled sentences of lib/intents/testing,
// with errands that start, end, grow and fail. The same seed and end give the same calls.
import { readFileSync } from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";

const ROOT = fileURLToPath(new URL("..", import.meta.url));

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
export const WEEKS = 12;

/** mulberry32: reproducible random numbers. */
function chanceOf(seed) {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

// Suffixes that multiply some 900 sentences to some 3,600 templates.
const MORE = [
  "",
  ", as agreed with the legal department",
  " for the team in Berlin",
  " before the yearly audit begins",
];

const AGENTS = [
  "support-copilot",
  "billing-agent",
  "claude-code",
  "codex",
  "ops-bot",
  "chatgpt",
  "research-helper",
];
const MODELS = ["claude-opus-4-5", "gpt-5.1", "gemini-3-pro"];

/** Errands without a tool: what agents call instead, and the result. */
const UNMET = [
  {
    tools: ["export_spreadsheet", "create_excel_file"],
    outcome: "unknown_tool",
    says: [
      "Write the price list into a spreadsheet that the customer can open",
      "The user wants the open invoices as an Excel file",
      "Export the table of results so that it opens in Excel",
      "Put the figures of the quarter into a spreadsheet with one sheet per region",
      "Make a spreadsheet of all late orders for the warehouse",
      "Turn the list of participants into an xlsx file for printing",
    ],
  },
  {
    tools: ["web_fetch"],
    outcome: "wrong_tool_boundary",
    referral: {
      boundary_axes: ["extraction", "transport"],
      observed_task_shape: "fetch a page, then compare the prices on it with those of last week",
      suggested_split: "fetch_page and extract_table",
      evidence: "The tool returns the page as it is.",
    },
    says: [
      "Compare the competitor's prices with those of last week",
      "Which prices on the competitor's page have changed since Monday?",
      "Watch the price of the rucksack at the other shop",
      "Find out whether the competitor lowered the price of the tent",
      "See how our prices stand against the page of the other shop",
    ],
  },
  {
    tools: ["wiki_search"],
    outcome: "low_utility",
    says: [
      "Who in the company knows about the old billing system?",
      "Find a colleague who has worked with the tax export before",
      "Which person can answer a question about the Lisbon contract?",
      "Look for somebody who remembers why the discount was introduced",
    ],
  },
];

/** The same errands with another tool, occasionally. */
const OTHER_TOOLS = {
  "send-email": "gmail_send_message",
  create_refund: "update_dispute",
  slack_post_message: "teams_post_message",
  search_code: "grep_repository",
  kubectl_logs: "loki_query",
};

const EMPTY = [
  "User requested this action",
  "Performing the task as instructed",
  "Calling the tool to proceed",
];

const RECURRING = [
  { tool: "inventory_sync", says: "Nightly sync of the inventory, run", everyMs: DAY_MS },
  { tool: "healthcheck", says: "Scheduled check of the checkout page, run", everyMs: 4 * HOUR_MS },
];

const FAILURES = ["timeout", "execution_error", "validation_error", "not_found", "upstream_error"];

function labelled() {
  return ["tuning", "tuning-second", "held-out"].flatMap((name) =>
    JSON.parse(readFileSync(path.join(ROOT, `lib/intents/testing/intents-${name}.json`), "utf8")),
  );
}

/** Properties of each errand, drawn once: weekly frequency, failures, and its other tool. */
function errandsOf(chance) {
  const made = labelled().map(({ tool, rationales }) => ({
    tools: [tool],
    says: rationales,
    failing: 0.02 + 0.06 * chance(),
  }));
  const errands = [...made, ...UNMET.map((one) => ({ ...one, failing: 0.85 }))];
  return errands.map((errand, place) => {
    const weight = 1 / (1 + 20 * chance());
    const drawn = chance();
    const [kind, from, to] =
      errand.outcome !== undefined
        ? ["steady", 5, WEEKS]
        : drawn < 0.08
          ? ["new", WEEKS - 1 - Math.floor(2 * chance()), WEEKS]
          : drawn < 0.16
            ? ["ends", 0, WEEKS - 1 - Math.floor(2 * chance())]
            : drawn < 0.26
              ? ["grows", 0, WEEKS]
              : ["steady", 0, WEEKS];
    const other = OTHER_TOOLS[errand.tools[0]];
    const failing = kind === "steady" && place % 9 === 4 ? 0.35 : errand.failing;
    const weekly = Array.from({ length: WEEKS }, (_, week) =>
      week < from || week >= to
        ? 0
        : weight * (kind === "grows" ? 0.15 * 1.45 ** week : 0.85 + 0.3 * chance()),
    );
    return { ...errand, tools: other ? [...errand.tools, other] : errand.tools, failing, weekly };
  });
}

const pick = (chance, from) => from[Math.floor(chance() * from.length)];

const pickFirst = (chance, from) => from[Math.floor(chance() ** 2 * from.length)];

function drawErrand(chance, errands, week, sum) {
  let left = chance() * sum;
  for (const errand of errands) {
    left -= errand.weekly[week];
    if (left < 0) return errand;
  }
  return errands[0];
}

function callOf(chance, errand, number) {
  const second = errand.tools.length > 1 && chance() < 0.4;
  const tool = errand.tools[second ? 1 : 0];
  const said = pickFirst(chance, errand.says).replace(/[.?]$/, "") + pickFirst(chance, MORE);
  const failed = chance() < errand.failing;
  const outcome = failed
    ? (errand.outcome ?? pick(chance, FAILURES))
    : chance() < 0.04
      ? "approval_pending"
      : "ok";
  return {
    tool,
    rationale: `${said} (${number})`,
    outcome,
    referral: outcome === "wrong_tool_boundary" ? errand.referral : null,
  };
}

function momentOf(chance, begin) {
  const day = chance() < 0.9 ? Math.floor(5 * chance()) : 5 + Math.floor(2 * chance());
  return begin + day * DAY_MS + (7 + 11 * chance()) * HOUR_MS * (chance() < 0.95 ? 1 : 0.4);
}

/** A UUIDv7 of that moment. */
function idOf(chance, at) {
  const time = Math.floor(at).toString(16).padStart(12, "0");
  const hex = (length) => Array.from({ length }, () => Math.floor(16 * chance()).toString(16)).join("");
  return `${time.slice(0, 8)}-${time.slice(8)}-7${hex(3)}-${pick(chance, ["8", "9", "a", "b"])}${hex(3)}-${hex(12)}`;
}

/**
 * Calls of the twelve weeks ending with the week of `endAt`, in chunks. Weeks start on Mondays in
 * UTC; the last one is cut at `endAt`.
 * @param {{ calls: number, seed: number, endAt: Date }} asked
 */
export function* callsOfWeeks({ calls, seed, endAt }) {
  const chance = chanceOf(seed);
  const errands = errandsOf(chance);
  const day = Date.UTC(endAt.getUTCFullYear(), endAt.getUTCMonth(), endAt.getUTCDate());
  const begin = day - ((endAt.getUTCDay() + 6) % 7) * DAY_MS - (WEEKS - 1) * 7 * DAY_MS;
  // Work grows slightly each week.
  const shares = Array.from({ length: WEEKS }, (_, week) => 0.7 + (0.6 * week) / WEEKS);
  const all = shares.reduce((sum, share) => sum + share, 0);
  for (let week = 0; week < WEEKS; week += 1) {
    const monday = begin + week * 7 * DAY_MS;
    const count = Math.round((calls * shares[week]) / all);
    const sum = errands.reduce((total, { weekly }) => total + weekly[week], 0);
    const made = [];
    for (const { tool, says, everyMs } of RECURRING)
      for (let at = monday; at < monday + 7 * DAY_MS; at += everyMs)
        made.push({
          at,
          tool,
          rationale: `${says} ${at}`,
          outcome: "ok",
          agent: "ops-bot",
          session: `cron-${at}`,
        });
    for (let number = 0; made.length < count; ) {
      const [agent, model] = [pickFirst(chance, AGENTS), pickFirst(chance, MODELS)];
      const session = `ses_${week}_${number}`;
      let at = momentOf(chance, monday);
      for (let left = 1 + Math.floor(5 * chance()); left > 0; left -= 1, number += 1) {
        const says = chance() < 0.06 ? pick(chance, EMPTY) : null;
        const call = callOf(chance, drawErrand(chance, errands, week, sum), number);
        made.push({ ...call, ...(says && { rationale: says }), at, agent, model, session });
        at += 20_000 + 90_000 * chance();
      }
    }
    const over = made.filter(({ at }) => at < endAt.getTime()).toSorted((a, b) => a.at - b.at);
    yield over.map((call) => ({ ...call, id: idOf(chance, call.at) }));
  }
}
