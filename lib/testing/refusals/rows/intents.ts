import { ROLES } from "@/lib/auth/types";
import { ingest } from "@/lib/core/db";
import { newId } from "@/lib/core/ids";
import { findOtherIntents } from "@/lib/intents/actions";
import * as actions from "@/lib/intents/acts/actions";
import * as facts from "@/lib/intents/acts/commands";
import * as issues from "@/lib/intents/acts/issue";
import * as merging from "@/lib/intents/acts/merge";
import * as parting from "@/lib/intents/acts/part";
import type { MarkIntents, MergeIntents } from "@/lib/intents/acts/schema";
import * as undoing from "@/lib/intents/acts/undo";
import { RATIONALE_JUDGES } from "@/lib/intents/runs/types";
import { bytesOf } from "@/lib/intents/stored-vectors";
import { WORDS_MODEL } from "@/lib/language/clusters/types";
import { action, again, command, route } from "../deed";
import { deed, type Row } from "../walk";
import { system, type World } from "../world";
import { EVERYBODY } from "./reports";

const FACTS = "lib/intents/acts/commands.ts";
const ACTIONS = "lib/intents/acts/actions.ts";

type Target = {
  tenantId: string;
  id: string;
  revision: number;
  otherId: string;
  templateIds: string[];
  seen: number;
};

const VECTOR = bytesOf(Float32Array.from([1, 0]));

async function twoIntents({ here }: World): Promise<Target> {
  const tenantId = here.id;
  const [id, otherId] = [newId(), newId()];
  const templates = [id, id, otherId, otherId].map((intentId) => ({ id: newId(), intentId }));
  const now = new Date();
  await ingest(system, async (tx) => {
    await tx.intent.createMany({
      data: [id, otherId].map((one) => ({
        ...{
          tenantId,
          id: one,
          name: one,
          keywords: [],
          medoidId: newId(),
          middle: VECTOR,
          ...{ templates: 2, calls: 10, firstAt: now, lastAt: now },
          model: WORDS_MODEL,
        },
      })),
    });
    await tx.rationaleTemplate.createMany({
      data: templates.map((one) => ({
        ...{
          ...one,
          tenantId,
          provider: "",
          tool: "fetch",
          text: one.id,
          bankKey: one.id,
          verdict: "meaningful",
        },
        ...{ lane: "people", calls: 5, sessions: [], firstAt: now, lastAt: now, lastCallId: one.id },
        ...{ gaps: 0, gapMean: 0, gapSquares: 0 },
      })),
    });
    await tx.rationaleVector.createMany({
      data: templates.map((one) => ({ tenantId, templateId: one.id, model: WORDS_MODEL, vector: VECTOR })),
    });
  });
  return { tenantId, id, revision: 1, otherId, templateIds: [templates[0]?.id ?? ""], seen: 1 };
}

const at = ({ tenantId, id, seen }: Target) => ({ tenantId, id, revision: seen });

const LATER = 7;

const acting = {
  by: RATIONALE_JUDGES,
  wrongRole: "FORBIDDEN",
  foreign: "NOT_FOUND",
  arrange: twoIntents,
  // The act increments the revision, so the same view is stale.
  wrongState: again("STALE_VIEW"),
  stale: { code: "STALE_VIEW", seen: (target: Target) => ({ ...target, seen: LATER }) },
} as const;

const renamed = (target: Target) => [{ ...at(target), name: "Another" }] as const;
const marked = (target: Target) => [{ ...at(target), on: true }] as const;
const markedAll = ({ tenantId, seen: revision, ...target }: Target): [MarkIntents] => [
  { tenantId, mark: "pinned", intents: [target.id, target.otherId].map((id) => ({ id, revision })) },
];
const reviewed = (target: Target) => [{ ...at(target), review: "reviewed", note: "" }] as const;
const merged = (target: Target): [MergeIntents] => [
  { ...at(target), others: [{ id: target.otherId, revision: target.revision }] },
];
const split = (target: Target) => [{ ...at(target), templateIds: target.templateIds }] as const;
const moved = (target: Target) =>
  [{ ...at(target), templateIds: target.templateIds, toId: target.otherId }] as const;
const issued = (target: Target) => [at(target)] as const;

const looking = {
  reads: true,
  by: EVERYBODY,
  wrongRole: { none: "whoever belongs to the tenant may read what its agents were after" },
  foreign: "untouched",
  wrongState: { none: "it is read in every state" },
  stale: { none: "it says what is there now" },
} as const;

type Undone = { tenantId: string; actId: string };

async function anAct(world: World): Promise<Undone> {
  const target = await twoIntents(world);
  const { actId } = await facts.renameIntent(await world.people.admin.scope(), {
    ...at(target),
    name: "Another",
  });
  return { tenantId: target.tenantId, actId };
}

type AllUndone = { tenantId: string; actIds: string[] };

async function actsOnTwo(world: World): Promise<AllUndone> {
  const target = await twoIntents(world);
  const { actIds } = await facts.markIntents(await world.people.admin.scope(), ...markedAll(target));
  return { tenantId: target.tenantId, actIds };
}

const undone = ({ tenantId, actId }: Undone) => [{ tenantId, actId }] as const;

export const intents: readonly Row[] = [
  deed({
    ...acting,
    doors: [
      command(FACTS, facts.renameIntent, (target: Target) => [...renamed(target)]),
      action(ACTIONS, actions.renameIntent, (target: Target) => [...renamed(target)]),
    ],
  }),
  deed({
    ...acting,
    doors: [
      command(FACTS, facts.pinIntent, (target: Target) => [...marked(target)]),
      action(ACTIONS, actions.pinIntent, (target: Target) => [...marked(target)]),
      command(FACTS, facts.ignoreIntent, (target: Target) => [...marked(target)]),
      action(ACTIONS, actions.ignoreIntent, (target: Target) => [...marked(target)]),
      command(FACTS, facts.markIntents, (target: Target) => markedAll(target)),
      action(ACTIONS, actions.markIntents, (target: Target) => markedAll(target)),
    ],
  }),
  deed({
    ...acting,
    doors: [
      command(FACTS, facts.reviewIntent, (target: Target) => [...reviewed(target)]),
      action(ACTIONS, actions.reviewIntent, (target: Target) => [...reviewed(target)]),
    ],
  }),
  deed({
    ...acting,
    doors: [
      command("lib/intents/acts/merge.ts", merging.mergeIntents, (target: Target) => [...merged(target)]),
      action(ACTIONS, actions.mergeIntents, (target: Target) => [...merged(target)]),
    ],
  }),
  deed({
    ...acting,
    doors: [
      command("lib/intents/acts/part.ts", parting.splitIntent, (target: Target) => [...split(target)]),
      action(ACTIONS, actions.splitIntent, (target: Target) => [...split(target)]),
      command("lib/intents/acts/part.ts", parting.moveRationales, (target: Target) => [...moved(target)]),
      action(ACTIONS, actions.moveRationales, (target: Target) => [...moved(target)]),
    ],
  }),
  deed({
    ...acting,
    wrongState: again("CONFLICT"),
    doors: [
      command("lib/intents/acts/issue.ts", issues.openIntentIssue, (target: Target) => [...issued(target)]),
      action(ACTIONS, actions.openIntentIssue, (target: Target) => [...issued(target)]),
    ],
  }),
  deed({
    ...{ by: RATIONALE_JUDGES, wrongRole: "FORBIDDEN", foreign: "NOT_FOUND" },
    arrange: anAct,
    wrongState: again("CONFLICT"),
    stale: { none: "an act is taken back by its id" },
    doors: [
      command("lib/intents/acts/undo.ts", undoing.undoIntentAct, (target: Undone) => [...undone(target)]),
      action(ACTIONS, actions.undoIntentAct, (target: Undone) => [...undone(target)]),
    ],
  }),
  deed({
    ...{ by: RATIONALE_JUDGES, wrongRole: "FORBIDDEN", foreign: "NOT_FOUND" },
    arrange: actsOnTwo,
    wrongState: again("CONFLICT"),
    stale: { none: "acts are taken back by their ids" },
    doors: [
      command("lib/intents/acts/undo.ts", undoing.undoIntentMarks, (target: AllUndone) => [{ ...target }]),
      action(ACTIONS, actions.undoIntentMarks, (target: AllUndone) => [{ ...target }]),
    ],
  }),
  deed({
    ...looking,
    arrange: twoIntents,
    doors: [route("GET /api/v1/intents", (_: Target) => ({ query: { limit: "200" } }))],
  }),
  deed({
    ...looking,
    arrange: twoIntents,
    by: ROLES,
    doors: [
      action("lib/intents/actions.ts", findOtherIntents, ({ id }: Target) => [{ intentId: id, q: "" }]),
    ],
  }),
  deed({
    ...looking,
    arrange: twoIntents,
    foreign: "NOT_FOUND",
    doors: [route("GET /api/v1/intents/{id}", ({ id }: Target) => ({ of: id }))],
  }),
  deed({
    ...looking,
    arrange: twoIntents,
    foreign: { none: "it carries sums of tenants; whose they are is shown beside what reads them" },
    doors: [route("GET /api/v1/intents/weekly", (_: Target) => ({}))],
  }),
  deed({
    ...looking,
    by: ROLES,
    arrange: twoIntents,
    foreign: { none: "it carries sums of tenants; whose they are is shown beside what reads them" },
    doors: [
      route("GET /api/v1/insights", (_: Target) => ({})),
      route("GET /insights/export", (_: Target) => ({})),
    ],
  }),
];
