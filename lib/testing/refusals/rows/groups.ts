import * as actions from "@/lib/auth/groups/actions";
import * as commands from "@/lib/auth/groups/commands";
import { setRota } from "@/lib/auth/groups/rota";
import * as policyActions from "@/lib/policies/actions";
import { deleteGroup } from "@/lib/policies/groups";
import { aPerson, unique } from "@/lib/testing/factories";
import { action, again, command, route } from "../deed";
import { deed, type Row } from "../walk";
import { system, type World } from "../world";
import { administration } from "./gateways";

const ACTIONS = "lib/auth/groups/actions.ts";

const COMMANDS = "lib/auth/groups/commands.ts";

const ONE = "/api/v1/groups/{name}";

type Group = { name: string; email: string };

const aName = async ({ here }: World): Promise<Group> => ({
  name: unique("group"),
  email: (await aPerson([here], "approver")).actor.email,
});

const newGroup = ({ name, email }: Group) => ({ name, description: "Who is on call.", members: [email] });

async function aGroup(world: World): Promise<Group> {
  const group = await aName(world);
  await commands.createGroup(system, { ...newGroup(group), description: "", members: [] });
  return group;
}

const gone = ({ name }: Group) => deleteGroup(system, name);

const deleted = { is: "deleted", code: "NOT_FOUND", make: gone } as const;

const moved = ({ name, email }: Group) => ({ name, add: [email], remove: [] });

const described = ({ name }: Group) => ({ name, description: "Who is on call." });

const noShifts = { zone: "UTC", shifts: [] };

const put = ({ name, email }: Group) => ({ of: name, body: { members: [email] } });

export const groups: readonly Row[] = [
  deed({
    ...administration,
    arrange: aName,
    wrongState: again("CONFLICT"),
    doors: [
      command(COMMANDS, commands.createGroup, (group: Group) => [newGroup(group)]),
      action(ACTIONS, actions.createGroup, (group: Group) => [newGroup(group)]),
    ],
  }),
  deed({
    ...administration,
    arrange: aGroup,
    wrongState: [...again("untouched"), deleted],
    doors: [
      command(COMMANDS, commands.moveMembers, (group: Group) => [moved(group)]),
      action(ACTIONS, actions.moveMembers, (group: Group) => [moved(group)]),
    ],
  }),
  deed({
    ...administration,
    arrange: aGroup,
    wrongState: [...again("untouched"), deleted],
    doors: [
      command(COMMANDS, commands.describeGroup, (group: Group) => [described(group)]),
      action(ACTIONS, actions.describeGroup, (group: Group) => [described(group)]),
    ],
  }),
  deed({
    ...administration,
    arrange: aGroup,
    wrongState: [...again("STALE_VIEW"), deleted],
    doors: [
      command("lib/auth/groups/rota.ts", setRota, ({ name }: Group) => [{ name, rota: noShifts, was: null }]),
      action(ACTIONS, actions.setRota, ({ name }: Group) => [{ name, rota: noShifts, was: null }]),
    ],
  }),
  deed({
    ...administration,
    arrange: aName,
    wrongState: again("untouched"),
    doors: [
      command(COMMANDS, commands.putGroup, ({ name, email }: Group) => [{ name, members: [email] }]),
      route(`PUT ${ONE}`, put),
    ],
  }),
  deed({
    ...administration,
    arrange: aGroup,
    wrongState: again("NOT_FOUND"),
    doors: [
      command("lib/policies/groups.ts", deleteGroup, ({ name }: Group) => [name]),
      action("lib/policies/actions.ts", policyActions.deleteGroup, ({ name }: Group) => [{ name }]),
      route(`DELETE ${ONE}`, ({ name }: Group) => ({ of: name })),
    ],
  }),
  deed({
    ...administration,
    reads: true,
    arrange: aGroup,
    wrongState: { none: "groups can be read at any time" },
    stale: { none: "it says what is there now" },
    shows: ({ name }: Group) => name,
    doors: [route("GET /api/v1/groups", (_: Group) => ({}))],
  }),
];
