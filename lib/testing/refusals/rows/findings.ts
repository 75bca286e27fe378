import * as actions from "@/lib/tools/actions";
import * as findings from "@/lib/tools/findings/commands";
import type { FindingKey } from "@/lib/tools/findings/types";
import { action, command, route } from "../deed";
import { deed, type Row } from "../walk";
import type { World } from "../world";
import { administration } from "./gateways";
import { aNamedTool, aRatedTool, type Named, readingOfTools } from "./tools";

const ACTIONS = "lib/tools/actions.ts";

type Muted = FindingKey;

async function aFinding(world: World): Promise<Muted> {
  const { toolId } = await aRatedTool(world);
  return { toolId, version: 1, code: "missing_description", pointer: "/description" };
}

const REASON = "It is known.";

const muted = async (one: Muted, { everywhere }: World) =>
  findings.muteFinding(await everywhere.admin.scope(), { ...one, reason: REASON });

const unmuted = async (one: Muted, { everywhere }: World) =>
  findings.unmuteFinding(await everywhere.admin.scope(), one);

async function aMutedFinding(world: World): Promise<Muted> {
  const one = await aFinding(world);
  await muted(one, world);
  return one;
}

const ofVersion = {
  code: "STALE_VIEW",
  seen: (one: Muted): Muted => ({ ...one, version: one.version + 1 }),
} as const;

const patching = ({ toolId, ...one }: Muted, reason: string | null) => ({
  tool_id: toolId,
  ...one,
  muted: reason,
});

const MUTES = "lib/tools/findings/commands.ts";

export const findingsOfTools: readonly Row[] = [
  deed({
    ...administration,
    arrange: aFinding,
    wrongState: [{ is: "muted by another person", code: "CONFLICT", make: muted }],
    stale: ofVersion,
    doors: [
      command(MUTES, findings.muteFinding, (one: Muted) => [{ ...one, reason: REASON }]),
      action(ACTIONS, actions.muteFinding, (one: Muted) => [{ ...one, reason: REASON }]),
      route("PATCH /api/v1/tools/findings", (one: Muted) => ({ body: patching(one, REASON) })),
    ],
  }),
  deed({
    ...administration,
    arrange: aMutedFinding,
    wrongState: [{ is: "shown again by another person", code: "CONFLICT", make: unmuted }],
    stale: ofVersion,
    doors: [
      command(MUTES, findings.unmuteFinding, (one: Muted) => [one]),
      action(ACTIONS, actions.unmuteFinding, (one: Muted) => [one]),
      route("PATCH /api/v1/tools/findings", (one: Muted) => ({ body: patching(one, null) })),
    ],
  }),
  deed({
    ...readingOfTools,
    arrange: aNamedTool,
    foreign: "untouched",
    neighbour: "untouched",
    shows: ({ name }: Named) => name,
    doors: [route("GET /api/v1/tools/findings", ({ name }: Named) => ({ query: { tool: name } }))],
  }),
];
