import { ROLES } from "@/lib/auth/types";
import { ingest } from "@/lib/core/db";
import { newId } from "@/lib/core/ids";
import { RawJson } from "@/lib/core/json/raw";
import { aTool, unique } from "@/lib/testing/factories";
import * as actions from "@/lib/tools/actions";
import { publishCheatsheet, publishOwnCheatsheet } from "@/lib/tools/cheatsheet/commands";
import * as commands from "@/lib/tools/commands";
import * as proposals from "@/lib/tools/proposals/commands";
import { registerTools } from "@/lib/tools/registration";
import type { PutTools } from "@/lib/tools/schema";
import type { DecideProposal } from "@/lib/tools/types";
import { action, again, command, route } from "../deed";
import { deed, type Row } from "../walk";
import { system, type World } from "../world";
import { administration } from "./gateways";

const COMMANDS = "lib/tools/commands.ts";

const ACTIONS = "lib/tools/actions.ts";

const SHEETS = "lib/tools/cheatsheet/commands.ts";

const HIGH = { risk: "high", requiresConfirmation: true } as const;

const LOW = { risk: "low", requiresConfirmation: false } as const;

type Rated = { toolId: string; tenantId: string; seen: typeof LOW | null };

export async function aRatedTool({ gateway, here }: World): Promise<Rated> {
  const test = { ...gateway, scope: await gateway.scope() };
  const { id: toolId } = await aTool(test, { name: unique("tool") });
  return { toolId, tenantId: here.id, seen: null };
}

const forTenant = ({ toolId, tenantId, seen }: Rated) => ({
  tenantId,
  changes: [{ toolId, to: HIGH, seen }],
});

const forAll = (one: Rated) => ({ ...forTenant(one), tenantId: null });

const rating = {
  by: ["admin"],
  arrange: aRatedTool,
  wrongRole: "FORBIDDEN",
  foreign: "NOT_FOUND",
  wrongState: again("untouched"),
  stale: { code: "untouched", seen: (one: Rated): Rated => ({ ...one, seen: LOW }) },
} as const;

const rateEach = [
  command(COMMANDS, commands.rateTools, (one: Rated) => [forTenant(one)]),
  action(ACTIONS, actions.rateTools, (one: Rated) => [forTenant(one)]),
];

async function aProposal(world: World): Promise<DecideProposal> {
  const scope = await world.gateway.scope();
  const { id: toolId } = await aTool({ ...world.gateway, scope }, { name: unique("tool"), risk: "high" });
  const proposalId = newId();
  await ingest(system, (tx) => tx.toolProposal.create({ data: { toolId, id: proposalId, risk: "low" } }));
  return { toolId, proposalId };
}

const dismissed = async (one: DecideProposal, { everywhere }: World) =>
  proposals.dismissProposal(await everywhere.admin.scope(), one);

type Sheet = { provider: string; markdown: string; seen: string | null };

const aSheet = async (): Promise<Sheet> => ({
  provider: unique("provider"),
  markdown: "# Segments",
  seen: null,
});

const published = async ({ provider }: Sheet, { everywhere }: World) =>
  publishCheatsheet(await everywhere.admin.scope(), provider, "# Another", null);

const whole = ({ provider, markdown, seen }: Sheet) => ({ provider, markdown, seen, gateway: null });

async function aPublishedSheet(world: World): Promise<Sheet> {
  const sheet = { ...(await aSheet()), markdown: unique("# Segments of") };
  await publishOwnCheatsheet(await world.gateway.scope(), sheet.provider, sheet.markdown);
  return sheet;
}

const aList = async (): Promise<PutTools> => ({
  provider: unique("provider"),
  cheatsheet: null,
  tools: [
    {
      name: "send",
      description: "Sends a mail to a segment of the account.",
      inputSchema: RawJson.parse('{"type":"object"}'),
      outputSchema: null,
      annotations: null,
      risk: "high",
      requiresConfirmation: undefined,
      impact: undefined,
      category: undefined,
      cheatsheet: false,
    },
  ],
});

const listed = ({ provider }: PutTools) => ({
  body: { provider, tools: [{ name: "send", inputSchema: { type: "object" }, risk: "high" }] },
});

const ofGateway = {
  by: ["gateway"],
  wrongRole: { none: "a person has no gateway's scope or key, which the walk tries by itself" },
  foreign: { none: "a gateway says it of itself: nothing that it sends can name another one" },
  wrongState: { none: "what a gateway says last holds" },
  stale: { none: "a gateway sees nothing that others change" },
} as const;

export const readingOfTools = {
  by: [...ROLES, "gateway"],
  reads: true,
  wrongRole: { none: "whoever belongs to a tenant of the gateway may read about its tools" },
  wrongState: { none: "it is read in every state" },
  stale: { none: "it says what is there now" },
} as const;

export type Named = { name: string };

export async function aNamedTool(world: World): Promise<Named> {
  const name = unique("tool");
  await aTool({ ...world.gateway, scope: await world.gateway.scope() }, { name });
  return { name };
}

type Confirmed = Rated & { from: number; version: number };

/** A tool whose definition changed after a tenant rated it. */
async function aRedefinedTool(world: World): Promise<Confirmed> {
  const one = await aRatedTool(world);
  await commands.rateTools(await world.everywhere.admin.scope(), forTenant(one));
  await ingest(system, (tx) => tx.tool.update({ where: { id: one.toolId }, data: { version: 2 } }));
  return { ...one, from: 1, version: 2 };
}

const confirmed = ({ toolId, tenantId, from, version }: Confirmed) => ({ toolId, tenantId, from, version });

export const tools: readonly Row[] = [
  deed({
    by: ["admin"],
    arrange: aRedefinedTool,
    wrongRole: "FORBIDDEN",
    foreign: "NOT_FOUND",
    wrongState: again("STALE_VIEW"),
    stale: { code: "STALE_VIEW", seen: (one: Confirmed): Confirmed => ({ ...one, version: 3 }) },
    doors: [
      command(COMMANDS, commands.confirmRating, (one: Confirmed) => [confirmed(one)]),
      action(ACTIONS, actions.confirmRating, (one: Confirmed) => [confirmed(one)]),
    ],
  }),
  deed({
    ...rating,
    wrongState: { none: "rating it again as it is changes nothing but says who did it last" },
    stale: { none: "it says how it shall be, whatever was seen" },
    doors: [
      command(COMMANDS, commands.rateTool, ({ toolId, tenantId }: Rated) => [{ toolId, tenantId, ...HIGH }]),
    ],
  }),
  deed({ ...rating, doors: rateEach }),
  deed({
    ...rating,
    everywhere: true,
    foreign: "FORBIDDEN",
    doors: [
      command(COMMANDS, commands.rateTools, (one: Rated) => [forAll(one)]),
      action(ACTIONS, actions.rateTools, (one: Rated) => [forAll(one)]),
    ],
  }),
  deed({
    ...administration,
    arrange: aRatedTool,
    wrongState: { none: "a tool can be described at any time" },
    doors: [
      command(COMMANDS, commands.describeTool, ({ toolId }: Rated) => [
        { toolId, impact: "Sends mail", category: null },
      ]),
      action(ACTIONS, actions.describeTool, ({ toolId }: Rated) => [
        { toolId, impact: "Sends mail", category: "" },
      ]),
    ],
  }),
  ...[
    { accept: proposals.acceptProposal, act: actions.acceptProposal },
    { accept: proposals.dismissProposal, act: actions.dismissProposal },
  ].map(({ accept, act }) =>
    deed({
      ...administration,
      arrange: aProposal,
      wrongState: [{ is: "decided by another person", code: "STALE_VIEW", make: dismissed }],
      stale: {
        code: "STALE_VIEW",
        seen: (one: DecideProposal) => ({ ...one, proposalId: "01999999-0000-7000-8000-000000000000" }),
      },
      doors: [
        command("lib/tools/proposals/commands.ts", accept, (one: DecideProposal) => [one]),
        action(ACTIONS, act, (one: DecideProposal) => [one]),
      ],
    }),
  ),
  deed({
    ...administration,
    arrange: aSheet,
    wrongState: [{ is: "published by another person", code: "STALE_VIEW", make: published }],
    stale: { code: "STALE_VIEW", seen: (sheet: Sheet) => ({ ...sheet, seen: '"gone"' }) },
    doors: [
      command(SHEETS, publishCheatsheet, ({ provider, markdown, seen }: Sheet) => [
        provider,
        markdown,
        null,
        seen,
      ]),
      action(ACTIONS, actions.publishSheet, (sheet: Sheet) => [whole(sheet)]),
    ],
  }),
  deed({
    ...ofGateway,
    by: ["gateway", "admin"],
    everywhere: true,
    arrange: aSheet,
    wrongRole: "FORBIDDEN",
    foreign: { none: "without a gateway's name it is one's own; another's name is the row below" },
    doors: [
      route("PUT /api/v1/cheatsheets/{provider}", ({ provider }: Sheet) => ({
        of: provider,
        body: { markdown: unique("# Segments of") },
      })),
    ],
  }),
  deed({
    ...ofGateway,
    arrange: async ({ gateway }: World) => ({ ...(await aSheet()), name: gateway.name }),
    wrongRole: "FORBIDDEN",
    foreign: "FORBIDDEN",
    neighbour: "FORBIDDEN",
    doors: [
      route("PUT /api/v1/cheatsheets/{provider}", ({ provider, name }: Sheet & Named) => ({
        of: provider,
        query: { gateway: name },
        body: { markdown: "# Segments" },
      })),
    ],
  }),
  deed({
    ...ofGateway,
    arrange: aSheet,
    doors: [command(SHEETS, publishOwnCheatsheet, (sheet: Sheet) => [sheet.provider, sheet.markdown])],
  }),
  deed({
    ...ofGateway,
    arrange: aList,
    doors: [
      command("lib/tools/registration.ts", registerTools, (list: PutTools) => [list]),
      route("PUT /api/v1/tools", listed),
    ],
  }),
  deed({
    ...readingOfTools,
    arrange: aNamedTool,
    foreign: "untouched",
    neighbour: "untouched",
    shows: ({ name }: Named) => name,
    by: ["gateway"],
    doors: [route("GET /api/v1/tools/known", (_: Named) => ({ query: { budget: "20000" } }))],
  }),
  deed({
    ...readingOfTools,
    arrange: aNamedTool,
    foreign: "untouched",
    neighbour: "untouched",
    shows: ({ name }: Named) => name,
    by: ["gateway"],
    doors: [route("GET /api/v1/tools/health", (_: Named) => ({ query: { limit: "200" } }))],
  }),
  deed({
    ...readingOfTools,
    arrange: async (world: World) => ({ ...(await aNamedTool(world)), gateway: world.gateway.name }),
    foreign: "untouched",
    shows: ({ name }: Named) => name,
    by: ROLES,
    doors: [
      route("GET /api/v1/tools/health", ({ gateway }: Named & { gateway: string }) => ({
        query: { limit: "200", gateway },
      })),
    ],
  }),
  deed({
    ...readingOfTools,
    arrange: async (world: World) => ({ ...(await aNamedTool(world)), gateway: world.gateway.name }),
    foreign: "NOT_FOUND",
    shows: ({ name }: Named) => name,
    by: ROLES,
    doors: [
      route("GET /api/v1/tools/known", ({ gateway }: Named & { gateway: string }) => ({
        query: { budget: "20000", gateway },
      })),
    ],
  }),
  deed({
    ...readingOfTools,
    by: ["gateway"],
    arrange: aPublishedSheet,
    foreign: "NOT_FOUND",
    neighbour: "NOT_FOUND",
    shows: ({ markdown }: Sheet) => markdown,
    doors: [route("GET /api/v1/cheatsheets/{provider}", ({ provider }: Sheet) => ({ of: provider }))],
  }),
  deed({
    ...readingOfTools,
    by: ["gateway"],
    arrange: async ({ here }: World) => ({ name: here.key }),
    foreign: "FORBIDDEN",
    shows: ({ name }: Named) => `"${name}"`,
    doors: [route("GET /api/v1/policy", ({ name }: Named) => ({ query: { tenant: name } }))],
  }),
];
