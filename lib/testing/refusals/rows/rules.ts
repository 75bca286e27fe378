import { ROLES } from "@/lib/auth/types";
import { unique } from "@/lib/testing/factories";
import * as actions from "@/lib/tools/actions";
import * as byRule from "@/lib/tools/by-rule/commands";
import { listRuleVersions } from "@/lib/tools/by-rule/queries";
import { action, command, route } from "../deed";
import { deed, type Row } from "../walk";
import type { World } from "../world";
import { administration } from "./gateways";
import { readingOfTools } from "./tools";

const ACTIONS = "lib/tools/actions.ts";

const RULES = "lib/tools/by-rule/commands.ts";

type Saved = { name: string; seen: number | null; lowered: string };

/** Rules that match no tool of other tests, because they apply to every gateway. */
const ruleSet = (name: string) => ({
  rules: [
    {
      name,
      on: true,
      match: { first: [], last: [], any: [], providers: [name], members: [], claim: null },
      risk: "high" as const,
      requiresConfirmation: true,
    },
  ],
  active: true,
});

const sent = ({ name }: Pick<Saved, "name">) => {
  const { rules, active } = ruleSet(name);
  return {
    active,
    rules: rules.map(({ requiresConfirmation, ...rule }) => ({
      ...rule,
      requires_confirmation: requiresConfirmation,
    })),
  };
};

const newestRules = async ({ everywhere }: World) =>
  (await listRuleVersions(await everywhere.admin.scope()))[0]?.version ?? null;

const someRules = async (world: World): Promise<Saved> => {
  const name = unique("provider");
  const { lowered } = await byRule.previewRules(await world.everywhere.admin.scope(), ruleSet(name));
  return { name, seen: await newestRules(world), lowered };
};

const toSave = ({ name, ...shown }: Saved) => ({ ...ruleSet(name), ...shown });

const savedOthers = async (_: Saved, world: World) =>
  byRule.saveRules(await world.everywhere.admin.scope(), toSave(await someRules(world)));

export const rules: readonly Row[] = [
  deed({
    ...administration,
    arrange: someRules,
    wrongState: [{ is: "saved by another person", code: "STALE_VIEW", make: savedOthers }],
    stale: { code: "STALE_VIEW", seen: (one: Saved) => ({ ...one, seen: -1 }) },
    doors: [
      command(RULES, byRule.saveRules, (one: Saved) => [toSave(one)]),
      action(ACTIONS, actions.saveRules, (one: Saved) => [toSave(one)]),
      route("PUT /api/v1/tools/rules", ({ seen, lowered, ...one }: Saved) => ({
        body: { ...sent(one), version: seen, lowered },
      })),
    ],
  }),
  deed({
    ...administration,
    reads: true,
    arrange: someRules,
    wrongState: { none: "rules can be tried at any time" },
    stale: { none: "it says what is there now" },
    doors: [
      action(ACTIONS, actions.previewRules, ({ name }: Saved) => [ruleSet(name)]),
      route("POST /api/v1/tools/rules", (one: Saved) => ({ body: sent(one) })),
    ],
  }),
  deed({
    ...readingOfTools,
    arrange: async (world: World) => {
      const one = await someRules(world);
      await byRule.saveRules(await world.everywhere.admin.scope(), toSave(one));
      return one;
    },
    foreign: { none: "rules are for every tenant, and everybody's calls are judged by them" },
    shows: ({ name }: Saved) => name,
    by: ROLES,
    doors: [route("GET /api/v1/tools/rules", (_: Saved) => ({}))],
  }),
];
