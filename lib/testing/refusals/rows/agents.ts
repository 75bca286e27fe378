import * as actions from "@/lib/auth/agents/actions";
import { nameOwner } from "@/lib/auth/agents/commands";
import { aPerson, unique } from "@/lib/testing/factories";
import { action, again, command, route } from "../deed";
import { deed, type Row } from "../walk";
import { system, type World } from "../world";
import { administration } from "./gateways";

type Owned = { tenant: string; agent: string; owner: string; seen?: string };

const anAgent = async ({ here }: World): Promise<Owned> => ({
  tenant: here.key,
  agent: unique("agent"),
  owner: (await aPerson([here], "approver")).actor.email,
});

export const agents: readonly Row[] = [
  deed({
    ...administration,
    arrange: anAgent,
    wrongState: again("untouched"),
    stale: { code: "STALE_VIEW", seen: (owned: Owned) => ({ ...owned, seen: "somebody@acme.example" }) },
    doors: [
      command("lib/auth/agents/commands.ts", nameOwner, (owned: Owned) => [owned]),
      action("lib/auth/agents/actions.ts", actions.nameOwner, (owned: Owned) => [owned]),
      route("PUT /api/v1/agents", (owned: Owned) => ({ body: owned })),
    ],
  }),
  deed({
    ...administration,
    reads: true,
    arrange: async (world: World) => {
      const owned = await anAgent(world);
      await nameOwner(system, owned);
      return owned;
    },
    wrongState: { none: "they can be read at any time" },
    stale: { none: "it says what is there now" },
    shows: ({ agent }: Owned) => agent,
    doors: [route("GET /api/v1/agents", ({ agent }: Owned) => ({ query: { q: agent } }))],
  }),
];
