import { ROLES } from "@/lib/auth/types";
import { ingest } from "@/lib/core/db";
import { newId } from "@/lib/core/ids";
import * as trailActions from "@/lib/insights/trail/actions";
import { beginCheck, continueCheck } from "@/lib/insights/trail/check";
import * as sampleActions from "@/lib/onboarding/sample/actions";
import { requestRemoval, requestSample } from "@/lib/onboarding/sample/commands";
import { action, again, command, route } from "../deed";
import { deed, type Row } from "../walk";
import { system, type World } from "../world";
import { administration } from "./gateways";
import { aHeldCall, decided } from "./held";
import { aSuggestion } from "./suggestions";
import { aNamedTool, type Named } from "./tools";

const TRAIL = "lib/insights/trail/actions.ts";

const CHECK = "lib/insights/trail/check.ts";

const noSample = () => ingest(system, (tx) => tx.sampleWorkspace.deleteMany());

async function aSample(): Promise<void> {
  await noSample();
  await requestSample(system);
}

const beingRemoved = async () => {
  await aSample();
  await requestRemoval(system);
};

const uncheckedTrail = () => ingest(system, (tx) => tx.activityCheck.deleteMany());

async function aCheck(): Promise<void> {
  await uncheckedTrail();
  await beginCheck(system);
}

const checking = {
  by: ROLES,
  wrongRole: { none: "whoever sees a chain may check it" },
  foreign: { none: "it names no tenant: everybody checks the chains that they see" },
  stale: { none: "a check reads the rows themselves" },
} as const;

const open = {
  by: ["anyone"],
  reads: true,
  arrange: async () => undefined,
  wrongRole: { none: "it is open to everybody and tells nothing of any tenant" },
  foreign: { none: "it is open to everybody and tells nothing of any tenant" },
  wrongState: { none: "it is answered in every state" },
  stale: { none: "it says what is true now" },
} as const;

/** A worker has sent a heartbeat. */
async function ready(): Promise<void> {
  await ingest(system, (tx) => tx.$executeRaw`insert into worker_heartbeats (id) values (${newId()}::uuid)`);
}

/** A rejected call, recorded in its tenant's trail. */
async function anEntry(world: World): Promise<{ id: string }> {
  const call = await aHeldCall(world);
  await decided(call, world);
  return call;
}

const NO_SESSION = { noSession: { none: "it is the way to a session" } } as const;

const ofPages = {
  ...open,
  by: ROLES,
  wrongRole: { none: "everybody who is signed in may follow what they may see" },
} as const;

const METHODS = ["GET", "POST", "PUT", "PATCH", "DELETE"];

const NOTHING_THERE = METHODS.map((method) => route(`${method} /api/{...path}`, () => ({ of: "nothing" })));

const LIVE = ["/api/live", "/api/live/changes"];

const ONLY_GET = LIVE.flatMap((place) =>
  METHODS.slice(1).map((method) => route(`${method} ${place}`, () => ({}))),
);

export const service: readonly Row[] = [
  deed({
    ...administration,
    arrange: noSample,
    wrongState: [...again("untouched"), { is: "being removed", code: "CONFLICT", make: beingRemoved }],
    doors: [
      command("lib/onboarding/sample/commands.ts", requestSample, () => []),
      action("lib/onboarding/sample/actions.ts", sampleActions.loadSample, () => []),
    ],
  }),
  deed({
    ...administration,
    arrange: aSample,
    wrongState: [...again("untouched"), { is: "not there", code: "NOT_FOUND", make: noSample }],
    doors: [
      command("lib/onboarding/sample/commands.ts", requestRemoval, () => []),
      action("lib/onboarding/sample/actions.ts", sampleActions.removeSample, () => []),
    ],
  }),
  deed({
    ...checking,
    arrange: uncheckedTrail,
    wrongState: { none: "a check that runs goes on and is shared" },
    doors: [command(CHECK, beginCheck, () => []), action(TRAIL, trailActions.beginTrailCheck, () => [{}])],
  }),
  deed({
    ...checking,
    arrange: aCheck,
    wrongState: again("untouched"),
    doors: [
      command(CHECK, continueCheck, () => []),
      action(TRAIL, trailActions.continueTrailCheck, () => [{}]),
    ],
  }),
  deed({
    ...open,
    by: ["operator"],
    doors: [route("GET /api/metrics", () => ({})), route("GET /api/metrics/pages", () => ({}))],
  }),
  deed({
    ...open,
    doors: [
      route("GET /api/health", () => ({})),
      route("GET /api/openapi.json", () => ({})),
      route("GET /api/v1/receipt-keys", () => ({})),
      route("GET /api/auth/{...nextauth}", () => ({ of: "session" }), NO_SESSION),
    ],
  }),
  deed({ ...open, arrange: ready, doors: [route("GET /api/ready", () => ({}))] }),
  // Successful sign-in is tested in lib/auth/sign-in, with its passwords and cookies.
  deed({
    ...open,
    by: [],
    reads: false,
    foreignOrigin: "refused",
    doors: [route("POST /api/auth/{...nextauth}", () => ({ of: "signout" }), NO_SESSION)],
  }),
  deed({
    ...open,
    by: [],
    wrongRole: "NOT_FOUND",
    noSession: "NOT_FOUND",
    doors: NOTHING_THERE,
  }),
  deed({
    ...open,
    by: [],
    wrongRole: "METHOD_NOT_ALLOWED",
    noSession: "METHOD_NOT_ALLOWED",
    doors: ONLY_GET,
  }),
  deed({
    ...ofPages,
    foreign: { none: "it carries no rows; which changes are told to whom is shown beside the stream" },
    doors: [route("GET /api/live", () => ({}))],
  }),
  deed({
    ...ofPages,
    arrange: aHeldCall,
    foreign: "untouched",
    shows: ({ id }: { id: string }) => id,
    doors: [
      route("GET /api/live/changes", ({ id }: { id: string }) => ({ query: { list: "?view=all", id } })),
    ],
  }),
  deed({
    ...ofPages,
    arrange: anEntry,
    foreign: "untouched",
    shows: ({ id }: { id: string }) => id,
    doors: [route("GET /activity/export", (_: { id: string }) => ({}))],
  }),
  deed({
    ...ofPages,
    arrange: aHeldCall,
    foreign: "untouched",
    shows: ({ id }: { id: string }) => id,
    doors: [route("GET /approvals/export", (_: { id: string }) => ({ query: { view: "all" } }))],
  }),
  deed({
    ...ofPages,
    arrange: aNamedTool,
    foreign: "untouched",
    shows: ({ name }: Named) => name,
    doors: [
      route("GET /tools/export", ({ name }: Named) => ({ query: { q: name } })),
      route("GET /tools/findings/export", ({ name }: Named) => ({ query: { tool: name } })),
    ],
  }),
  deed({
    ...ofPages,
    arrange: aSuggestion,
    foreign: "untouched",
    shows: ({ id }: { id: string }) => id,
    doors: [route("GET /tools/suggestions/export", (_: { id: string }) => ({}))],
  }),
];
