import { ROLES } from "@/lib/auth/types";
import { read } from "@/lib/core/db";
import * as actions from "@/lib/feedback/actions";
import { revealReport } from "@/lib/feedback/commands";
import { createTrackerItem } from "@/lib/feedback/tracker/commands";
import { triageIssues } from "@/lib/feedback/triage/commands";
import { mergeIssues } from "@/lib/feedback/triage/merge";
import { moveReports } from "@/lib/feedback/triage/move";
import { partIssues } from "@/lib/feedback/triage/part";
import { patchIssue } from "@/lib/feedback/triage/patch";
import type { TriageInput } from "@/lib/feedback/triage/schema";
import { undoTriage } from "@/lib/feedback/triage/undo";
import { action, again, command, route } from "../deed";
import { deed, type Row } from "../walk";
import { system, type World } from "../world";
import { EVERYBODY, reading, reported, type Told } from "./reports";

const TRIAGE = "lib/feedback/triage";
const ACTIONS = "lib/feedback/actions.ts";
const LONG_AGO = "2020-01-01T00:00:00.000Z";

type Item = { id: string; seen: string };

async function anIssue(world: World): Promise<Item> {
  const { issueId: id } = await reported(world);
  const { updatedAt } = await read(system, (tx) => tx.feedbackIssue.findFirstOrThrow({ where: { id } }));
  return { id, seen: updatedAt.toISOString() };
}

const accept = (item: Item): TriageInput => ({ verb: "accept", items: [item] });

/** An act of the administrator, the only person who can undo it. */
async function anAct(world: World): Promise<{ actId: string }> {
  const done = await triageIssues(await world.people.admin.scope(), accept(await anIssue(world)));
  return { actId: done.actId ?? "" };
}

type Pair = { into: string; item: Item };

const aPair = async (world: World): Promise<Pair> => ({
  into: (await anIssue(world)).id,
  item: await anIssue(world),
});

const merge = ({ into, item }: Pair) => ({ into, items: [item] });

type Move = { into: null; item: Item; reports: string[] };

async function aMove(world: World): Promise<Move> {
  const { issueId: id } = await reported(world);
  const other = await anIssue(world);
  await mergeIssues(await world.people.admin.scope(), { into: id, items: [other] });
  const [issue, report] = await read(system, async (tx) => [
    await tx.feedbackIssue.findFirstOrThrow({ where: { id } }),
    await tx.feedbackSubmission.findFirstOrThrow({ where: { issueId: id } }),
  ]);
  return { into: null, item: { id, seen: issue.updatedAt.toISOString() }, reports: [report.id] };
}

const triager = { by: ["triager", "admin"], wrongRole: "FORBIDDEN" } as const;

export const feedbackTriage: readonly Row[] = [
  deed({
    ...triager,
    arrange: anIssue,
    foreign: "untouched",
    wrongState: again("untouched"),
    stale: { code: "untouched", seen: (item: Item) => ({ ...item, seen: LONG_AGO }) },
    doors: [
      command(`${TRIAGE}/commands.ts`, triageIssues, (item: Item) => [accept(item)]),
      action(ACTIONS, actions.triageIssues, (item: Item) => [accept(item)]),
    ],
  }),
  deed({
    ...triager,
    arrange: aPair,
    foreign: "VALIDATION_ERROR",
    wrongState: again("untouched"),
    stale: {
      code: "untouched",
      seen: ({ into, item }: Pair) => ({ into, item: { ...item, seen: LONG_AGO } }),
    },
    doors: [
      command(`${TRIAGE}/merge.ts`, mergeIssues, (pair: Pair) => [merge(pair)]),
      action(ACTIONS, actions.mergeIssues, (pair: Pair) => [merge(pair)]),
    ],
  }),
  deed({
    ...triager,
    arrange: aMove,
    foreign: "untouched",
    wrongState: again("untouched"),
    stale: {
      code: "untouched",
      seen: ({ item, ...rest }: Move) => ({ ...rest, item: { ...item, seen: LONG_AGO } }),
    },
    doors: [
      command(`${TRIAGE}/move.ts`, moveReports, (move: Move) => [move]),
      action(ACTIONS, actions.moveReports, (move: Move) => [move]),
    ],
  }),
  deed({
    ...triager,
    arrange: async (world: World) => ({ id: (await anIssue(world)).id, other: (await anIssue(world)).id }),
    foreign: "NOT_FOUND",
    wrongState: { none: "two issues are told apart in any state" },
    stale: { none: "that two are not the same is no change of either" },
    doors: [
      command(`${TRIAGE}/part.ts`, partIssues, (pair: { id: string; other: string }) => [pair]),
      action(ACTIONS, actions.partIssues, (pair: { id: string; other: string }) => [pair]),
    ],
  }),
  deed({
    by: ["admin"],
    arrange: anAct,
    wrongRole: "NOT_FOUND",
    foreign: "NOT_FOUND",
    wrongState: again("NOT_FOUND"),
    stale: { none: "issues that changed since are left alone, which its own tests show" },
    doors: [
      command(`${TRIAGE}/undo.ts`, undoTriage, ({ actId }: { actId: string }) => [actId]),
      action(ACTIONS, actions.undoTriage, (act: { actId: string }) => [act]),
    ],
  }),
  deed({
    ...triager,
    arrange: anIssue,
    foreign: "NOT_FOUND",
    wrongState: again("STALE_VIEW"),
    stale: { code: "STALE_VIEW", seen: (item: Item) => ({ ...item, seen: LONG_AGO }) },
    doors: [
      command(`${TRIAGE}/patch.ts`, patchIssue, ({ id, seen }: Item) => [
        id,
        { priority: "high" as const, seen },
      ]),
      route("PATCH /api/v1/issues/{ref}", ({ id, seen }: Item) => ({
        of: id,
        body: { priority: "high", seen },
      })),
    ],
  }),
  deed({
    ...triager,
    arrange: anIssue,
    foreign: "NOT_FOUND",
    wrongState: again("CONFLICT"),
    stale: { none: "an item is made of the issue as it is at that moment" },
    doors: [
      command("lib/feedback/tracker/commands.ts", createTrackerItem, ({ id }: Item) => [id]),
      action(ACTIONS, actions.createTrackerItem, ({ id }: Item) => [{ id }]),
    ],
  }),
  deed({
    ...triager,
    arrange: reported,
    foreign: "NOT_FOUND",
    wrongState: { none: "a report is read as often as one likes, and each time is kept" },
    stale: { none: "what was sent never changes" },
    doors: [
      command("lib/feedback/commands.ts", revealReport, ({ id }: Told) => [{ id }]),
      action(ACTIONS, actions.revealReport, ({ id }: Told) => [{ id }]),
    ],
  }),
  deed({
    ...reading,
    by: ROLES,
    arrange: async (world: World) => ({ ...(await reported(world)), from: await anIssue(world) }),
    foreign: "NOT_FOUND",
    doors: [
      action(ACTIONS, actions.previewMerge, ({ issueId, from }: Told & { from: Item }) => [
        { id: from.id, into: issueId },
      ]),
    ],
  }),
  deed({
    ...reading,
    by: EVERYBODY,
    foreign: "NOT_FOUND",
    doors: [route("GET /api/v1/issues/{ref}", ({ issueId }: Told) => ({ of: issueId }))],
  }),
  deed({ ...reading, by: EVERYBODY, doors: [route("GET /api/v1/feedback/digest", (_: Told) => ({}))] }),
  deed({
    ...reading,
    by: ROLES,
    foreign: "NOT_FOUND",
    doors: [route("GET /api/v1/issues/{ref}/task", ({ issueId }: Told) => ({ of: issueId }))],
  }),
];
