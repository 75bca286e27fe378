import { call, fails, type Story, story, unfit } from "../engine/story";
import { bold, colleague, dayFrom, int, pick } from "../engine/template";
import { FERNHILL, HALDEN } from "./world";

// Databases and flags: MongoDB and LaunchDarkly.

const READINGS = { connectionId: "analytics", database: "metering", collection: "readings" };
const BATCHES = { connectionId: "analytics", database: "metering", collection: "import_batches" };
const CONTRACTS = { connectionId: "billing", database: "tariffs", collection: "contracts" };
const AT_PLACE = {
  connectionId: "{place.connectionId}",
  database: "{place.database}",
  collection: "{place.collection}",
};
const SINCE = { at: { $gte: "{since}" } };
const OLD = { finishedAt: { $lt: "{before}" } };
const WRONG_TARIFF = { tariff: "HT-2025", validFrom: { $gte: "2026-01-01" } };

const FLAG = pick(
  "night-tariff-banner",
  "new-checkout",
  "meter-photo-upload",
  "outage-push",
  "pdf-invoices-v2",
);

export const DATA: readonly Story[] = [
  story("question", 18, [HALDEN], ["claude-code", "chatgpt"], {
    place: pick(READINGS, BATCHES, CONTRACTS),
    since: dayFrom(-20, -2),
    "mongodb/collection-schema": call([240, 900], {
      arguments: { ...AT_PLACE, sampleSize: 50 },
      why: "Field names of {place.collection}, before writing a query against it.",
    }),
    "mongodb/aggregate": call([600, 8_000], {
      arguments: {
        ...AT_PLACE,
        pipeline: [{ $match: SINCE }, { $group: { _id: "$region", n: { $sum: 1 } } }],
      },
      why: pick(
        "How many {place.collection} came in per region since {since}, for the weekly report.",
        "Luca asks whether the north lost {place.collection} after {since}.",
      ),
      slips: [
        fails(0.09, "timeout", "MaxTimeMSExpired: operation exceeded time limit of 30000 ms"),
        unfit(0.13, { pipeline: { $match: SINCE } }),
      ],
      empty: 0.07,
    }),
    "mongodb/explain": call([200, 1_800], {
      arguments: {
        ...AT_PLACE,
        method: [{ name: "find", arguments: { filter: SINCE } }],
        verbosity: "executionStats",
      },
      why: "The aggregation took long; checking whether it uses an index.",
      slips: unfit(0.26, { method: "find" }),
    }),
  }),
  story("purge", 4, [HALDEN], ["ops-runbook", "claude-code"], {
    before: bold("{today-30}", "{today-400}"),
    many: bold(int(1_900_000, 2_600_000), int(900, 14_000)),
    "mongodb/count": call([300, 2_400], {
      arguments: { ...BATCHES, query: OLD },
      why: "How many batches are older than {before}, before any of them is deleted.",
    }),
    "mongodb/delete-many": call([900, 60_000], {
      arguments: { ...BATCHES, filter: OLD },
      why: bold(
        "The disk of the analytics cluster is at 91 percent; deleting batches before {before} frees most of it.",
        "Retention of import batches is 400 days; those before {before} have passed it.",
      ),
      risk: "critical",
      summary: "Delete {many|count} documents from metering.import_batches",
      impact: "Deleted documents are only in last night's backup.",
      facts: ["Delete documents", "metering.import_batches", "{many}", "restore from backup, about 3 hours"],
      precondition: "count:{many}",
      result: { deletedCount: "{many}" },
      error: "MaxTimeMSExpired: operation exceeded time limit after {many/3|count} deletions",
      no: [
        "Audit needs the last 90 days. Not with this date.",
        "Grow the disk first; we are not deleting under pressure.",
      ],
      changes: "In steps of 100,000, outside of business hours.",
    }),
  }),
  story("correction", 5, [HALDEN], ["claude-code"], {
    many: bold(int(38_000, 52_000), int(12, 380)),
    "mongodb/find": call([240, 1_200], {
      arguments: { ...CONTRACTS, filter: WRONG_TARIFF, limit: 20, projection: { _id: 1, tariff: 1 } },
      why: "Contracts that still carry HT-2025 although they began in 2026.",
      slips: fails(
        0.08,
        "missing_precondition",
        "You need to connect to a MongoDB instance before you can access its data.",
      ),
      empty: 0.05,
    }),
    "mongodb/update-many": call([500, 9_000], {
      arguments: { ...CONTRACTS, filter: WRONG_TARIFF, update: { $set: { tariff: "HT-2026" } } },
      why: "The tariff desk confirmed that these contracts belong to HT-2026; they were imported with last year's sheet.",
      risk: bold("critical", "high"),
      summary: "Change the tariff of {many|count} contracts from HT-2025 to HT-2026",
      impact: "Changes what these customers are billed from the next invoice on.",
      facts: ["Update contracts", "tariffs.contracts", "{many}", "by the reverse update"],
      result: { matchedCount: "{many}", modifiedCount: "{many}" },
      error: "NotWritablePrimary: not primary and secondaryOk=false; the write was not applied",
      no: [
        "Ask the tariff desk for the list, do not guess by date.",
        "Month end is being billed right now. After the 3rd.",
      ],
      changes: "Only those without an open complaint.",
    }),
  }),
  story("flag check", 10, [HALDEN, FERNHILL], ["claude-code", "cursor"], {
    flag: FLAG,
    "launchdarkly/list-feature-flags": call([240, 900], {
      arguments: { request: { projectKey: "default", env: "production", limit: 50, summary: true } },
      why: "Which flags are on in production, for the release notes.",
      slips: unfit(
        0.28,
        { request: undefined, projectKey: "default", env: "production" },
        "Input validation error: '{path}' is required",
      ),
    }),
    "launchdarkly/get-flag-status-across-environments": call([200, 760], {
      arguments: { request: { projectKey: "default", featureFlagKey: "{flag}" } },
      why: "Is {flag} used anywhere but in staging?",
    }),
    "launchdarkly/get-code-references": call([260, 980], {
      arguments: { request: { projKey: "default", flagKey: "{flag}" } },
      why: "Where {flag} is still read, before it is proposed for removal.",
      empty: 0.2,
    }),
  }),
  story("flag flip", 7, [HALDEN, FERNHILL], ["claude-code", "cursor"], {
    flag: FLAG,
    share: bold(100, pick(5, 10, 20)),
    asked: colleague,
    version: int(12, 240),
    "launchdarkly/get-feature-flag": call([180, 640], {
      arguments: { request: { projectKey: "default", featureFlagKey: "{flag}", env: "production" } },
      why: "What {flag} serves in production now.",
      slips: fails(0.1, "not_found", "404: Unknown flag key: {flag|snake}", {
        request: { projectKey: "default", featureFlagKey: "{flag|snake}" },
      }),
    }),
    "launchdarkly/update-feature-flag": call([320, 1_200], {
      arguments: {
        request: {
          projectKey: "default",
          featureFlagKey: "{flag}",
          PatchWithComment: {
            comment: "Asked for by {asked}",
            patch: [
              {
                op: "replace",
                path: "/environments/production/fallthrough/rollout/variations/0/weight",
                value: "{share*1000}",
              },
            ],
          },
        },
      },
      why: bold(
        "{asked} wants {flag} on for everybody: a week at 20 percent brought no complaints.",
        "Starting the rollout of {flag} at {share} percent, as planned in the release ticket.",
      ),
      risk: bold("high", "medium"),
      summary: "Serve {flag} to {share}% of production",
      impact: bold(
        "Every customer sees it within a minute.",
        "A part of the customers sees it within a minute.",
      ),
      facts: ["Feature flag", "production", "{share}", "by setting it back, within a minute"],
      json: { flag: "{flag}", environment: "production", rollout: { from: bold(20, 0), to: "{share}" } },
      result: { key: "{flag}", _version: "{version}" },
      error: "conflict: 409: the flag was changed by another user; read it again",
      no: [
        "Support is short of people today. Tomorrow morning.",
        "The error rate at 20% is not what the ticket says.",
      ],
      changes: "To 50 percent first.",
    }),
  }),
];
