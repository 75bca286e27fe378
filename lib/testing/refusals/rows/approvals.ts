import * as actions from "@/lib/approvals/actions";
import * as commands from "@/lib/approvals/commands";
import { recordOutcome } from "@/lib/approvals/execution/known-outcome";
import { undoApproval } from "@/lib/approvals/release";
import { LOOKED } from "@/lib/testing/factories";
import { action, again, command, route } from "../deed";
import { deed, type Row } from "../walk";
import type { World } from "../world";
import {
  type Approved,
  aHeldCall,
  anAgreedCall,
  anApprovedCall,
  anUnknownCall,
  approve,
  asItWas,
  CLOSED,
  cancelled,
  type Held,
  refuse,
  released,
  reported,
  running,
  sent,
  WHY,
} from "./held";

const COMMANDS = "lib/approvals/commands.ts";

const ACTIONS = "lib/approvals/actions.ts";

const DECIDERS = ["approver", "admin"] as const;

const decision = {
  by: DECIDERS,
  arrange: aHeldCall,
  wrongRole: "FORBIDDEN",
  foreign: "NOT_FOUND",
  wrongState: [...again("ALREADY_DECIDED"), ...CLOSED],
  stale: { code: "STALE_VIEW", seen: asItWas },
} as const;

const yes = (call: Held) => ({ of: call.id, body: sent(call, { seen: LOOKED }) });

const no = (call: Held) => ({ of: call.id, body: sent(call, { reason: WHY }) });

const FOUND = { ran: true, note: WHY };

export const approvals: readonly Row[] = [
  deed({
    ...decision,
    doors: [
      command(COMMANDS, commands.decideApproval, (call: Held) => [approve(call)]),
      action(ACTIONS, actions.decide, (call: Held) => [approve(call)]),
      route("POST /api/v1/approvals/{id}/approve", yes),
      route("POST /admin/approvals/{id}/approve", yes),
    ],
  }),
  deed({
    ...decision,
    doors: [
      command(COMMANDS, commands.decideApproval, (call: Held) => [refuse(call, "reject")]),
      action(ACTIONS, actions.decide, (call: Held) => [refuse(call, "reject")]),
      route("POST /api/v1/approvals/{id}/reject", no),
      route("POST /admin/approvals/{id}/reject", no),
    ],
  }),
  deed({
    ...decision,
    doors: [
      action(ACTIONS, actions.decide, (call: Held) => [refuse(call, "request_changes")]),
      route("POST /api/v1/approvals/{id}/request-changes", no),
    ],
  }),
  deed({
    ...decision,
    arrange: (world: World) => anApprovedCall(world),
    wrongState: [...again("CONFLICT"), { is: "running", code: "CONFLICT", make: running }],
    stale: { code: "STALE_VIEW", seen: (call: Approved) => ({ ...call, ...asItWas(call) }) },
    doors: [
      command(COMMANDS, commands.revokeApproval, (call: Approved) => [{ ...viewed(call), reason: WHY }]),
      action(ACTIONS, actions.revokeApproval, (call: Approved) => [{ ...viewed(call), reason: WHY }]),
      route("POST /api/v1/approvals/{id}/revoke", (call: Approved) => no(call)),
    ],
  }),
  deed({
    ...decision,
    arrange: anAgreedCall,
    wrongState: [
      ...again("CONFLICT"),
      { is: "cancelled", code: "ALREADY_DECIDED", make: cancelled },
      { is: "released", code: "ALREADY_DECIDED", make: released },
    ],
    doors: [
      command("lib/approvals/release.ts", undoApproval, (call: Held) => [viewed(call)]),
      action(ACTIONS, actions.undoApproval, (call: Held) => [viewed(call)]),
      route("POST /api/v1/approvals/{id}/undo", (call: Held) => ({ of: call.id, body: sent(call) })),
    ],
  }),
  deed({
    ...decision,
    wrongState: CLOSED,
    stale: { none: "more time is worth the same whatever the arguments are" },
    doors: [
      command(COMMANDS, commands.extendApproval, ({ id }: Held) => [id, 3_600]),
      action(ACTIONS, actions.extendApproval, ({ id }: Held) => [{ id, seconds: 3_600 }]),
      route("POST /api/v1/approvals/{id}/extend", ({ id }: Held) => ({ of: id, body: { seconds: 3_600 } })),
    ],
  }),
  deed({
    ...decision,
    arrange: anUnknownCall,
    wrongState: [...again("CONFLICT"), { is: "reported", code: "CONFLICT", make: reported }],
    stale: { none: "what happened is the same whatever was on the screen" },
    doors: [
      command("lib/approvals/execution/known-outcome.ts", recordOutcome, ({ id }: Approved) => [
        { id, ...FOUND, replaces: null },
      ]),
      action(ACTIONS, actions.recordOutcome, ({ id }: Approved) => [{ id, ...FOUND, replaces: null }]),
      route("POST /api/v1/approvals/{id}/outcome", ({ id }: Approved) => ({ of: id, body: FOUND })),
    ],
  }),
  deed({
    ...decision,
    by: [...DECIDERS, "gateway"],
    neighbour: "NOT_FOUND",
    stale: { none: "a request is taken back whatever its arguments are" },
    doors: [
      command(COMMANDS, commands.cancelApproval, ({ id }: Held) => [id, null]),
      action(ACTIONS, actions.cancelApproval, ({ id }: Held) => [{ id }]),
      route("POST /api/v1/approvals/{id}/cancel", ({ id }: Held) => ({ of: id, body: {} })),
    ],
  }),
];

const viewed = ({ id, revision, argumentsSha256 }: Held) => ({ id, revision, argumentsSha256 });
