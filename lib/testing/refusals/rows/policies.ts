import * as gateActions from "@/lib/approvals/gate/actions";
import * as insights from "@/lib/insights/actions";
import * as actions from "@/lib/policies/actions";
import { savePolicies } from "@/lib/policies/commands";
import { findPolicies } from "@/lib/policies/queries";
import { deny } from "@/lib/policies/testing/installation";
import { writtenPolicy } from "@/lib/policies/written";
import { unique } from "@/lib/testing/factories";
import { action, command, route } from "../deed";
import { deed, type Row } from "../walk";
import type { World } from "../world";
import { administration } from "./gateways";

type Saved = { name: string; seen: number | null };

/** Policies that match no call of other tests, because they apply to every tenant. */
const policiesOf = ({ name }: Pick<Saved, "name">) => [deny({ tools: [name] }, name)];

const written = (one: Pick<Saved, "name">) => policiesOf(one).map(writtenPolicy);

const somePolicies = async ({ everywhere }: World): Promise<Saved> => ({
  name: unique("tool"),
  seen: (await findPolicies(await everywhere.admin.scope()))?.version ?? null,
});

const savedOthers = async (_: Saved, world: World) => {
  const other = await somePolicies(world);
  return savePolicies(await world.everywhere.admin.scope(), {
    policies: policiesOf(other),
    seen: other.seen,
  });
};

const aTriedCall = async (world: World) => ({
  tenant: world.here.key,
  gateway: (await world.gateway.scope()).actor.name,
  tool: unique("tool"),
  arguments: {},
  rationale: "The tests want to know what became of it.",
});

type Tried = Awaited<ReturnType<typeof aTriedCall>>;

export const policies: readonly Row[] = [
  deed({
    ...administration,
    arrange: somePolicies,
    wrongState: [{ is: "saved by another person", code: "STALE_VIEW", make: savedOthers }],
    stale: { code: "STALE_VIEW", seen: (one: Saved) => ({ ...one, seen: -1 }) },
    doors: [
      command("lib/policies/commands.ts", savePolicies, (one: Saved) => [
        { policies: policiesOf(one), seen: one.seen },
      ]),
      action("lib/policies/actions.ts", actions.savePolicies, (one: Saved) => [
        { policies: written(one), seen: one.seen },
      ]),
      route("PUT /api/v1/policies", (one: Saved) => ({
        body: { policies: written(one), version: one.seen },
      })),
    ],
  }),
  deed({
    ...administration,
    reads: true,
    arrange: somePolicies,
    wrongState: { none: "policies can be tried at any time" },
    stale: { none: "it says what would have been until now" },
    doors: [
      action("lib/insights/actions.ts", insights.previewPolicies, (one: Saved) => [
        { policies: written(one) },
      ]),
    ],
  }),
  deed({
    ...administration,
    reads: true,
    arrange: aTriedCall,
    wrongState: { none: "a call can be tried at any time" },
    stale: { none: "it says what would become of it now" },
    doors: [
      action("lib/approvals/gate/actions.ts", gateActions.tryCall, (call: Tried) => [
        { text: JSON.stringify(call) },
      ]),
      route("POST /api/v1/policies/try", (call: Tried) => ({ body: { call } })),
    ],
  }),
  deed({
    ...administration,
    reads: true,
    arrange: async (world: World) => {
      const one = await somePolicies(world);
      await savePolicies(await world.everywhere.admin.scope(), { policies: policiesOf(one), seen: one.seen });
      return one;
    },
    wrongState: { none: "policies can be read at any time" },
    stale: { none: "it says what is there now" },
    shows: ({ name }: Saved) => name,
    doors: [route("GET /api/v1/policies", (_: Saved) => ({}))],
  }),
];
