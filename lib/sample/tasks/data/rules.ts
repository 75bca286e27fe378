import { misfit, unfit } from "../../story/rules";
import type { Held, Scene, Step, Task } from "../../story/schema";
import { count, day } from "../../world/rules";

// Databases and flags: MongoDB and LaunchDarkly.

const PLACES = [
  { connectionId: "analytics", database: "metering", collection: "readings" },
  { connectionId: "analytics", database: "metering", collection: "import_batches" },
  { connectionId: "billing", database: "tariffs", collection: "contracts" },
] as const;

function aboutQuestion(scene: Scene) {
  const { chance } = scene;
  const place = chance.pick(PLACES);
  const since = day(scene.at, -chance.int(2, 20));
  return { place, since };
}

function question(scene: Scene): Step[] {
  const { chance } = scene;
  const about = aboutQuestion(scene);
  const { place, since } = about;
  return [
    {
      provider: "mongodb",
      tool: "collection-schema",
      arguments: { ...place, sampleSize: 50 },
      rationale: `Field names of ${place.collection}, before writing a query against it.`,
      took: [240, 900],
    },
    {
      provider: "mongodb",
      tool: "aggregate",
      arguments: {
        ...place,
        pipeline: [{ $match: { at: { $gte: since } } }, { $group: { _id: "$region", n: { $sum: 1 } } }],
      },
      rationale: chance.pick([
        `How many ${place.collection} came in per region since ${since}, for the weekly report.`,
        `Luca asks whether the north lost ${place.collection} after ${since}.`,
      ]),
      slips: [
        {
          share: 0.09,
          outcome: "timeout",
          error: "MaxTimeMSExpired: operation exceeded time limit of 30000 ms",
        },
        {
          share: 0.13,
          outcome: "validation_error",
          error: "Invalid arguments for tool aggregate",
          validation: [{ path: "/pipeline", message: "Expected array, received object" }],
          wrong: { pipeline: { $match: { at: { $gte: since } } } },
        },
      ],
      empty: 0.07,
      took: [600, 8_000],
    },
    lastOfQuestion(scene, about),
  ];
}

function lastOfQuestion(_: Scene, { place, since }: ReturnType<typeof aboutQuestion>): Step {
  return {
    provider: "mongodb",
    tool: "explain",
    arguments: {
      ...place,
      method: [{ name: "find", arguments: { filter: { at: { $gte: since } } } }],
      verbosity: "executionStats",
    },
    rationale: "The aggregation took long; checking whether it uses an index.",
    slips: [
      unfit(0.26, "explain", ["/method", "Expected array, received string", "find"], { method: "find" }),
    ],
    took: [200, 1_800],
  };
}

function purge(scene: Scene): Step[] {
  const { chance, bold } = scene;
  const place = PLACES[1];
  const before = day(scene.at, bold ? -30 : -400);
  const many = bold ? chance.int(1_900_000, 2_600_000) : chance.int(900, 14_000);
  return [
    {
      provider: "mongodb",
      tool: "count",
      arguments: { ...place, query: { finishedAt: { $lt: before } } },
      rationale: `How many batches are older than ${before}, before any of them is deleted.`,
      took: [300, 2_400],
    },
    {
      provider: "mongodb",
      tool: "delete-many",
      arguments: { ...place, filter: { finishedAt: { $lt: before } } },
      rationale: bold
        ? `The disk of the analytics cluster is at 91 percent; deleting batches before ${before} frees most of it.`
        : `Retention of import batches is 400 days; those before ${before} have passed it.`,
      took: [900, 60_000],
      held: {
        risk: "critical",
        summary: `Delete ${count(many)} documents from metering.import_batches`,
        impact: "Deleted documents are only in last night's backup.",
        facts: {
          what: "Delete documents",
          to_whom: "metering.import_batches",
          how_many: many,
          undo: "restore from backup, about 3 hours",
        },
        precondition: `count:${many}`,
        quorum: bold ? 2 : 1,
        result: { deletedCount: many },
        error: {
          code: "MaxTimeMSExpired",
          message: `operation exceeded time limit after ${count(Math.round(many / 3))} deletions`,
        },
        no: [
          "Audit needs the last 90 days. Not with this date.",
          "Grow the disk first; we are not deleting under pressure.",
        ],
        changes: "In steps of 100,000, outside of business hours.",
      },
    },
  ];
}

function aboutCorrection(scene: Scene) {
  const { chance, bold } = scene;
  const place = PLACES[2];
  const [wrong, right] = ["HT-2025", "HT-2026"];
  const many = bold ? chance.int(38_000, 52_000) : chance.int(12, 380);
  return { place, wrong, right, many };
}

function correction(scene: Scene): Step[] {
  const about = aboutCorrection(scene);
  const { place, wrong, right } = about;
  return [
    {
      provider: "mongodb",
      tool: "find",
      arguments: {
        ...place,
        filter: { tariff: wrong, validFrom: { $gte: "2026-01-01" } },
        limit: 20,
        projection: { _id: 1, tariff: 1 },
      },
      rationale: `Contracts that still carry ${wrong} although they began in 2026.`,
      slips: [
        {
          share: 0.08,
          outcome: "missing_precondition",
          error: "You need to connect to a MongoDB instance before you can access its data.",
        },
      ],
      empty: 0.05,
      took: [240, 1_200],
    },
    {
      provider: "mongodb",
      tool: "update-many",
      arguments: {
        ...place,
        filter: { tariff: wrong, validFrom: { $gte: "2026-01-01" } },
        update: { $set: { tariff: right } },
      },
      rationale: `The tariff desk confirmed that these contracts belong to ${right}; they were imported with last year's sheet.`,
      took: [500, 9_000],
      held: heldCorrection(scene, about),
    },
  ];
}

function heldCorrection({ bold }: Scene, { wrong, right, many }: ReturnType<typeof aboutCorrection>): Held {
  return {
    risk: bold ? "critical" : "high",
    summary: `Change the tariff of ${count(many)} contracts from ${wrong} to ${right}`,
    impact: "Changes what these customers are billed from the next invoice on.",
    facts: {
      what: "Update contracts",
      to_whom: "tariffs.contracts",
      how_many: many,
      undo: "by the reverse update",
    },
    result: { matchedCount: many, modifiedCount: many },
    error: {
      code: "NotWritablePrimary",
      message: "not primary and secondaryOk=false; the write was not applied",
    },
    no: [
      "Ask the tariff desk for the list, do not guess by date.",
      "Month end is being billed right now. After the 3rd.",
    ],
    changes: "Only those without an open complaint.",
  };
}

const FLAGS = [
  "night-tariff-banner",
  "new-checkout",
  "meter-photo-upload",
  "outage-push",
  "pdf-invoices-v2",
] as const;

function flagCheck(scene: Scene): Step[] {
  const { chance } = scene;
  const flag = chance.pick(FLAGS);
  return [
    {
      provider: "launchdarkly",
      tool: "list-feature-flags",
      arguments: { request: { projectKey: "default", env: "production", limit: 50, summary: true } },
      rationale: "Which flags are on in production, for the release notes.",
      slips: [
        misfit(0.28, "Input validation error: '/request' is required", ["/request", "Required"], {
          request: undefined,
          projectKey: "default",
          env: "production",
        }),
      ],
      took: [240, 900],
    },
    {
      provider: "launchdarkly",
      tool: "get-flag-status-across-environments",
      arguments: { request: { projectKey: "default", featureFlagKey: flag } },
      rationale: `Is ${flag} used anywhere but in staging?`,
      took: [200, 760],
    },
    {
      provider: "launchdarkly",
      tool: "get-code-references",
      arguments: { request: { projKey: "default", flagKey: flag } },
      rationale: `Where ${flag} is still read, before it is proposed for removal.`,
      empty: 0.2,
      took: [260, 980],
    },
  ];
}

function aboutFlagFlip(scene: Scene) {
  const { chance, company, bold } = scene;
  const flag = chance.pick(FLAGS);
  const share = bold ? 100 : chance.pick([5, 10, 20]);
  const asked = chance.pick(company.people).name;
  return { flag, share, asked };
}

function flagFlip(scene: Scene): Step[] {
  const { bold } = scene;
  const about = aboutFlagFlip(scene);
  const { flag, share, asked } = about;
  return [
    {
      provider: "launchdarkly",
      tool: "get-feature-flag",
      arguments: { request: { projectKey: "default", featureFlagKey: flag, env: "production" } },
      rationale: `What ${flag} serves in production now.`,
      slips: [
        {
          share: 0.1,
          outcome: "not_found",
          error: `404: Unknown flag key: ${flag.replaceAll("-", "_")}`,
          wrong: { request: { projectKey: "default", featureFlagKey: flag.replaceAll("-", "_") } },
        },
      ],
      took: [180, 640],
    },
    {
      provider: "launchdarkly",
      tool: "update-feature-flag",
      arguments: {
        request: {
          projectKey: "default",
          featureFlagKey: flag,
          PatchWithComment: {
            comment: `Asked for by ${asked}`,
            patch: [
              {
                op: "replace",
                path: "/environments/production/fallthrough/rollout/variations/0/weight",
                value: share * 1_000,
              },
            ],
          },
        },
      },
      rationale: bold
        ? `${asked} wants ${flag} on for everybody: a week at 20 percent brought no complaints.`
        : `Starting the rollout of ${flag} at ${share} percent, as planned in the release ticket.`,
      took: [320, 1_200],
      held: heldFlagFlip(scene, about),
    },
  ];
}

function heldFlagFlip({ chance, bold }: Scene, { flag, share }: ReturnType<typeof aboutFlagFlip>): Held {
  return {
    risk: bold ? "high" : "medium",
    because: bold ? "risk" : "requires_confirmation",
    summary: `Serve ${flag} to ${share}% of production`,
    impact: bold
      ? "Every customer sees it within a minute."
      : "A part of the customers sees it within a minute.",
    facts: {
      what: "Feature flag",
      to_whom: "production",
      how_many: share,
      undo: "by setting it back, within a minute",
    },
    preview: {
      format: "json",
      content: JSON.stringify(
        { flag, environment: "production", rollout: { from: bold ? 20 : 0, to: share } },
        null,
        2,
      ),
    },
    result: { key: flag, _version: chance.int(12, 240) },
    error: { code: "conflict", message: "409: the flag was changed by somebody else; read it again" },
    no: [
      "Support is short of people today. Tomorrow morning.",
      "The error rate at 20% is not what the ticket says.",
    ],
    changes: "To 50 percent first.",
  };
}

export const DATA: readonly Task[] = [
  {
    name: "question",
    weight: 18,
    companies: ["sample-halden"],
    agents: ["claude-code", "chatgpt"],
    held: false,
    steps: question,
  },
  {
    name: "purge",
    weight: 4,
    companies: ["sample-halden"],
    agents: ["ops-runbook", "claude-code"],
    held: true,
    steps: purge,
  },
  {
    name: "correction",
    weight: 5,
    companies: ["sample-halden"],
    agents: ["claude-code"],
    held: true,
    steps: correction,
  },
  {
    name: "flag check",
    weight: 10,
    companies: ["sample-halden", "sample-fernhill"],
    agents: ["claude-code", "cursor"],
    held: false,
    steps: flagCheck,
  },
  {
    name: "flag flip",
    weight: 7,
    companies: ["sample-halden", "sample-fernhill"],
    agents: ["claude-code", "cursor"],
    held: true,
    steps: flagFlip,
  },
];
