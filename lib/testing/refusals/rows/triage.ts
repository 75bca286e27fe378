import * as actions from "@/lib/approvals/actions";
import * as views from "@/lib/approvals/queue/saved-views";
import { acknowledgeApprovals, unacknowledgeApprovals } from "@/lib/approvals/triage/acknowledge";
import { assignApproval, unassignApproval } from "@/lib/approvals/triage/assign";
import { assignTogether, decideTogether } from "@/lib/approvals/triage/bulk";
import { cancelPendingOf, endGrantsOf } from "@/lib/approvals/triage/cancel-all";
import { recordPresence } from "@/lib/approvals/triage/presence";
import { snoozeApprovals, wakeApprovals } from "@/lib/approvals/triage/snooze";
import * as people from "@/lib/auth/people/actions";
import * as kept from "@/lib/auth/people/saved-views";
import { ROLES } from "@/lib/auth/types";
import * as callLog from "@/lib/calls/log/actions";
import { saveLogView } from "@/lib/calls/log/saved-views";
import { ingest } from "@/lib/core/db";
import { newId } from "@/lib/core/ids";
import * as feedback from "@/lib/feedback/actions";
import { saveInboxView } from "@/lib/feedback/inbox/saved-views";
import { unique } from "@/lib/testing/factories";
import { action, again, command } from "../deed";
import { deed, type Row } from "../walk";
import { system, type World } from "../world";
import {
  aFailedCall,
  aHeldCall,
  anApprovedCall,
  asItWas,
  CLOSED,
  decided,
  type Failed,
  find,
  type Held,
} from "./held";

// Actions on the queue: assign, snooze, acknowledge, decide together, save a view.

const ACTIONS = "lib/approvals/actions.ts";

const TRIAGE = "lib/approvals/triage";

const DECIDERS = ["approver", "admin"] as const;

const HOUR_MS = 3_600_000;

const decider = {
  by: DECIDERS,
  arrange: aHeldCall,
  wrongRole: "FORBIDDEN",
  foreign: "untouched",
  stale: { none: "it looks at nothing that somebody could have changed" },
} as const;

type Marked = { id: string; acknowledgedAt: Date };

async function anAcknowledgedCall(world: World): Promise<Marked> {
  const call = await aFailedCall(world);
  await acknowledgeApprovals(await world.people.admin.scope(), { items: [call] });
  return { id: call.id, acknowledgedAt: (await find(call)).acknowledgedAt ?? new Date() };
}

const assign = async ({ id }: Held, { people }: World) => assignApproval(await people.admin.scope(), { id });

/** Assigned to the approver, the only person who can unassign it. */
async function anAssignedCall(world: World): Promise<Held> {
  const call = await aHeldCall(world);
  await assignApproval(await world.people.approver.scope(), { id: call.id });
  return call;
}

type Snooze = { ids: string[]; until: Date; pastDeadline: boolean };

type Snoozed = Snooze & { call: Held };

async function aSnooze(world: World): Promise<Snoozed> {
  const call = await aHeldCall(world);
  return { call, ids: [call.id], until: new Date(Date.now() + HOUR_MS), pastDeadline: false };
}

async function aSnoozedCall(world: World): Promise<{ ids: string[] }> {
  const { call: _, ...input } = await aSnooze(world);
  await snoozeApprovals(await world.people.approver.scope(), input);
  return { ids: input.ids };
}

const snoozed = ({ ids, until, pastDeadline }: Snoozed): Snooze => ({ ids, until, pastDeadline });

const together = (call: Held) => ({
  verdict: "approve" as const,
  items: [call],
  seen: { end: true, typed: "1", visible_ms: 5_000 },
});

async function aView({ people }: World): Promise<{ id: string }> {
  const { id } = await views.saveView(await people.approver.scope(), {
    name: unique("v"),
    query: "risk=high",
  });
  return { id };
}

const gone = async ({ id }: { id: string }, { people }: World) =>
  kept.deleteView(await people.approver.scope(), id);

const queue: readonly Row[] = [
  // First, because later many calls wait.
  deed({
    ...decider,
    by: ["admin"],
    arrange: async (world: World) => ({ ...(await aHeldCall(world)), key: world.here.key }),
    foreign: "NOT_FOUND",
    wrongState: [{ is: "with nothing pending", code: "untouched", make: cancelAll }],
    doors: [
      command(`${TRIAGE}/cancel-all.ts`, cancelPendingOf, ({ key }: { key: string }) => [key]),
      action(ACTIONS, actions.cancelPending, ({ key }: { key: string }) => [{ key }]),
    ],
  }),
  deed({
    ...decider,
    by: ["admin"],
    arrange: aGrant,
    foreign: "NOT_FOUND",
    wrongState: [{ is: "with no unused grant", code: "untouched", make: endGrants }],
    doors: [
      command(`${TRIAGE}/cancel-all.ts`, endGrantsOf, ({ key }: { key: string }) => [key]),
      action(ACTIONS, actions.endGrants, ({ key }: { key: string }) => [{ key }]),
    ],
  }),
  deed({
    ...decider,
    arrange: aFailedCall,
    wrongState: again("untouched"),
    stale: { code: "untouched", seen: (call: Failed) => ({ ...call, changedAt: new Date(0) }) },
    doors: [
      command(`${TRIAGE}/acknowledge.ts`, acknowledgeApprovals, (call: Failed) => [{ items: [call] }]),
      action(ACTIONS, actions.acknowledgeCalls, (call: Failed) => [{ items: [call] }]),
    ],
  }),
  deed({
    ...decider,
    arrange: anAcknowledgedCall,
    wrongState: again("untouched"),
    stale: { code: "untouched", seen: (call: Marked) => ({ ...call, acknowledgedAt: new Date(0) }) },
    doors: [
      command(`${TRIAGE}/acknowledge.ts`, unacknowledgeApprovals, (call: Marked) => [{ items: [call] }]),
      action(ACTIONS, actions.unacknowledgeCalls, (call: Marked) => [{ items: [call] }]),
    ],
  }),
  deed({
    ...decider,
    foreign: "NOT_FOUND",
    wrongState: [{ is: "of another person", code: "CONFLICT", make: assign }, ...CLOSED],
    doors: [
      command(`${TRIAGE}/assign.ts`, assignApproval, ({ id }: Held) => [{ id }]),
      action(ACTIONS, actions.assignCall, ({ id }: Held) => [{ id }]),
    ],
  }),
  deed({
    ...decider,
    by: ["approver"],
    arrange: anAssignedCall,
    wrongRole: "CONFLICT",
    foreign: "NOT_FOUND",
    wrongState: [...again("CONFLICT"), ...CLOSED],
    doors: [
      command(`${TRIAGE}/assign.ts`, unassignApproval, ({ id }: Held) => [id]),
      action(ACTIONS, actions.unassignCall, ({ id }: Held) => [{ id }]),
    ],
  }),
  deed({
    ...decider,
    wrongState: CLOSED.map(({ is, make }) => ({ is, make, code: "untouched" as const })),
    doors: [
      command(`${TRIAGE}/bulk.ts`, assignTogether, ({ id }: Held) => [[id]]),
      action(ACTIONS, actions.assignCalls, ({ id }: Held) => [{ ids: [id] }]),
    ],
  }),
  deed({
    ...decider,
    arrange: aSnooze,
    wrongState: [
      { is: "decided", code: "untouched", make: ({ call }: Snoozed, world: World) => decided(call, world) },
      { is: "ending before", code: "CONFLICT", make: endsSoon },
    ],
    doors: [
      command(`${TRIAGE}/snooze.ts`, snoozeApprovals, (one: Snoozed) => [snoozed(one)]),
      action(ACTIONS, actions.snoozeCalls, (one: Snoozed) => [snoozed(one)]),
    ],
  }),
  deed({
    ...decider,
    by: ["approver"],
    arrange: aSnoozedCall,
    wrongRole: "untouched",
    wrongState: again("untouched"),
    doors: [
      command(`${TRIAGE}/snooze.ts`, wakeApprovals, ({ ids }: { ids: string[] }) => [ids]),
      action(ACTIONS, actions.wakeCalls, ({ ids }: { ids: string[] }) => [{ ids }]),
    ],
  }),
  deed({
    ...decider,
    foreign: "NOT_FOUND",
    wrongState: [{ is: "decided", code: "untouched", make: decided }],
    stale: { code: "untouched", seen: asItWas },
    doors: [
      command(`${TRIAGE}/bulk.ts`, decideTogether, (call: Held) => [together(call)]),
      action(ACTIONS, actions.decideCalls, (call: Held) => [together(call)]),
    ],
  }),
];

async function cancelAll({ key }: { key: string }, { people }: World): Promise<void> {
  const scope = await people.admin.scope();
  while ((await cancelPendingOf(scope, key)).left > 0);
}

async function aGrant(world: World) {
  return { ...(await anApprovedCall(world, "reissue")), key: world.here.key };
}

async function endGrants({ key }: { key: string }, { people }: World): Promise<void> {
  const scope = await people.admin.scope();
  while ((await endGrantsOf(scope, key)).left > 0);
}

async function endsSoon({ call: { id } }: Snoozed): Promise<void> {
  await ingest(
    system,
    (tx) => tx.$executeRaw`
      update approvals set decide_by = clock_timestamp() + interval '1 minute' where id = ${id}::uuid`,
  );
}

const everybody = {
  by: ROLES,
  arrange: aHeldCall,
  wrongRole: { none: "whoever sees a call may read it and say that they have it open" },
  foreign: "untouched",
  stale: { none: "it says what is there now" },
  wrongState: { none: "a call may be looked at in every state" },
} as const;

const own = {
  by: ["approver"],
  arrange: aView,
  // Another role is another person, who cannot change what others own.
  wrongRole: "NOT_FOUND",
  foreign: "NOT_FOUND",
  stale: { none: "nobody else can change a person's own view" },
} as const;

const VIEWS = "lib/approvals/queue/saved-views.ts";
const KEPT = "lib/auth/people/saved-views.ts";
const PEOPLE_ACTIONS = "lib/auth/people/actions.ts";

const named = () => ({ name: unique("view"), query: "risk=high" });

const looking: readonly Row[] = [
  deed({
    ...everybody,
    reads: true,
    shows: ({ id }: Held) => id,
    doors: [action(ACTIONS, actions.readCalls, ({ id }: Held) => [{ ids: [id] }])],
  }),
  deed({
    ...everybody,
    doors: [
      command(`${TRIAGE}/presence.ts`, recordPresence, ({ id }: Held) => [{ id }]),
      action(ACTIONS, actions.reportPresence, ({ id }: Held) => [{ id }]),
    ],
  }),
  deed({
    ...own,
    by: ROLES,
    arrange: async () => ({ id: newId() }),
    wrongRole: { none: "everybody who may see the queue may keep a view of it" },
    foreign: { none: "a view belongs to a person, not to a tenant" },
    wrongState: { none: "a new row has no state; a name that is taken is a wrong input" },
    doors: [
      command(VIEWS, views.saveView, () => [named()]),
      action(ACTIONS, actions.saveView, () => [named()]),
      command(KEPT, kept.keepView, () => [{ ...named(), list: "approvals" as const }]),
      command("lib/feedback/inbox/saved-views.ts", saveInboxView, () => [named()]),
      action("lib/feedback/actions.ts", feedback.saveInboxView, () => [named()]),
      command("lib/calls/log/saved-views.ts", saveLogView, () => [named()]),
      action("lib/calls/log/actions.ts", callLog.saveLogView, () => [named()]),
    ],
  }),
  deed({
    ...own,
    wrongState: [{ is: "deleted", code: "NOT_FOUND", make: gone }],
    doors: [
      command(KEPT, kept.renameView, ({ id }: { id: string }) => [{ id, name: unique("view") }]),
      action(PEOPLE_ACTIONS, people.renameViewAction, ({ id }: { id: string }) => [
        { id, name: unique("view") },
      ]),
    ],
  }),
  deed({
    ...own,
    wrongState: again("NOT_FOUND"),
    doors: [
      command(KEPT, kept.deleteView, ({ id }: { id: string }) => [id]),
      action(PEOPLE_ACTIONS, people.deleteViewAction, ({ id }: { id: string }) => [{ id }]),
    ],
  }),
];

export const triage: readonly Row[] = [...queue, ...looking];
