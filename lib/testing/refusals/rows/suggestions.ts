import { ingest } from "@/lib/core/db";
import { newId } from "@/lib/core/ids";
import * as actions from "@/lib/signals/suggestions/actions";
import * as commands from "@/lib/signals/suggestions/commands";
import * as ratings from "@/lib/signals/suggestions/re-rate";
import { SUGGESTION_JUDGES } from "@/lib/signals/suggestions/types";
import { action, again, command, route } from "../deed";
import { deed, type Row } from "../walk";
import { system, type World } from "../world";
import { aRatedTool, readingOfTools } from "./tools";

// Actions on suggestions for tools.

const COMMANDS = "lib/signals/suggestions/commands.ts";

const RATINGS = "lib/signals/suggestions/re-rate.ts";

const ACTIONS = "lib/signals/suggestions/actions.ts";

const PATCH = "PATCH /api/v1/tools/suggestions";

type Suggested = { id: string; revision: number };

// The rating of a tool rated low, and its rule.
const LOW = { risk: "low", requiresConfirmation: false } as const;
const AS_RULED = { risk: "high", requiresConfirmation: null } as const;
const HIGH = { risk: "high", requiresConfirmation: true } as const;

/** A suggestion to rate a tool by its rule, and its offer to an administrator. */
async function aReRating(world: World): Promise<Suggested> {
  const one = await aSuggestion(world);
  await ingest(system, async (tx) => {
    const { toolId } = await tx.toolSuggestion.findFirstOrThrow({ where: { id: one.id } });
    const rule = { ruleRisk: "high", ruleConfirmation: true, ruleName: "Deletes" } as const;
    await tx.tool.update({ where: { id: toolId }, data: { risk: "low", ...rule } });
  });
  return one;
}

const asSuggested = (one: Suggested) => ({ ...one, to: AS_RULED, seen: null, before: LOW, after: HIGH });

async function aRated(world: World): Promise<Suggested> {
  const one = await aReRating(world);
  const { id, revision } = await ratings.rateAsSuggested(await world.people.admin.scope(), asSuggested(one));
  return { id, revision };
}

const takenBack = (one: Suggested) => ({ ...one, to: null, seen: AS_RULED });

export async function aSuggestion(world: World): Promise<{ id: string; revision: number }> {
  const { toolId } = await aRatedTool(world);
  const id = newId();
  const evidence = { rule: "rule_risk", rated: "low", ruleRisk: "high", ruleName: id };
  const data = {
    id,
    tenantId: world.here.id,
    toolId,
    kind: "rate",
    about: "rule low high",
    weight: 2,
    evidence,
  };
  await ingest(system, (tx) => tx.toolSuggestion.create({ data }));
  return { id, revision: 1 };
}

const accepted = async ({ id, revision }: Suggested, { people }: World) =>
  commands.judgeSuggestion(await people.admin.scope(), { id, revision, state: "accepted" });

async function anAccepted(world: World): Promise<Suggested> {
  const one = await aSuggestion(world);
  await accepted(one, world);
  return { ...one, revision: 2 };
}

const judging = {
  by: SUGGESTION_JUDGES,
  wrongRole: "FORBIDDEN",
  foreign: "NOT_FOUND",
  stale: {
    code: "STALE_VIEW",
    seen: (one: Suggested): Suggested => ({ ...one, revision: one.revision + 7 }),
  },
} as const;

const as = {
  accepted: (one: Suggested) => ({ ...one, state: "accepted" }) as const,
  dismissed: (one: Suggested) => ({ ...one, state: "dismissed", reason: "by_design" }) as const,
  open: (one: Suggested) => ({ ...one, state: "open" }) as const,
};

const judged = (say: (typeof as)[keyof typeof as]) => [
  command(COMMANDS, commands.judgeSuggestion, (one: Suggested) => [say(one)]),
  action(ACTIONS, actions.judgeSuggestion, (one: Suggested) => [say(one)]),
  route(PATCH, (one: Suggested) => ({ body: say(one) })),
];

const issued = [
  command(COMMANDS, commands.openSuggestionIssue, (one: Suggested) => [one]),
  action(ACTIONS, actions.openSuggestionIssue, (one: Suggested) => [one]),
];

export const suggestionsOfTools: readonly Row[] = [
  deed({ ...judging, arrange: aSuggestion, wrongState: again("CONFLICT"), doors: judged(as.accepted) }),
  deed({
    ...judging,
    arrange: aSuggestion,
    wrongState: [
      ...again("CONFLICT"),
      { is: "accepted by another person", code: "STALE_VIEW", arrange: anAccepted },
    ],
    doors: judged(as.dismissed),
  }),
  deed({ ...judging, arrange: anAccepted, wrongState: again("CONFLICT"), doors: judged(as.open) }),
  deed({
    ...judging,
    arrange: aSuggestion,
    wrongState: again("CONFLICT"),
    doors: issued,
  }),
  deed({
    ...judging,
    by: ["admin"],
    arrange: aReRating,
    wrongState: [...again("CONFLICT"), { is: "rated otherwise", code: "STALE_VIEW", arrange: aSuggestion }],
    doors: [
      command(RATINGS, ratings.rateAsSuggested, (one: Suggested) => [asSuggested(one)]),
      action(ACTIONS, actions.rateAsSuggested, (one: Suggested) => [asSuggested(one)]),
    ],
  }),
  deed({
    ...judging,
    by: ["admin"],
    arrange: aRated,
    wrongState: [
      ...again("CONFLICT"),
      { is: "accepted and not rated", code: "STALE_VIEW", arrange: anAccepted },
    ],
    doors: [
      command(RATINGS, ratings.takeBackRating, (one: Suggested) => [takenBack(one)]),
      action(ACTIONS, actions.takeBackRating, (one: Suggested) => [takenBack(one)]),
    ],
  }),
  deed({
    ...readingOfTools,
    arrange: aSuggestion,
    foreign: "untouched",
    neighbour: "untouched",
    shows: ({ id }: Suggested) => id,
    doors: [route("GET /api/v1/tools/suggestions", (_: Suggested) => ({}))],
  }),
];
