import * as z from "zod";
import { putGroup } from "@/lib/auth/groups/commands";
import { listGroupsWithMembers } from "@/lib/auth/groups/queries";
import { groupNameSchema, putGroupSchema } from "@/lib/auth/groups/schema";
import { groupDeletedWire, groupPutWire, groupsWire, wireGroups } from "@/lib/auth/groups/wire";
import { invalid } from "@/lib/core/errors";
import { deleteGroup, findPoliciesOfGroups } from "@/lib/policies/groups";
import { ok } from "../answers";
import { resource } from "../resource";
import { apiRoute } from "../route";

const getGroups = apiRoute(
  "person",
  {
    summary: "The groups of people that policies can name. For administrators of all tenants.",
    query: z.strictObject({}),
    answers: { 200: { says: "All of them, with who belongs to them.", body: groupsWire } },
    refuses: ["FORBIDDEN"],
  },
  async ({ scope }) => ok(wireGroups(await listGroupsWithMembers(scope), await findPoliciesOfGroups(scope))),
);

export const groups = resource("/api/v1/groups", { GET: getGroups });

const putOneGroup = apiRoute(
  "person",
  {
    summary: "Create a group of people or replace its members. For administrators of all tenants.",
    body: putGroupSchema,
    answers: { 200: { says: "It is like this now.", body: groupPutWire } },
    refuses: ["FORBIDDEN"],
  },
  async ({ scope, input, params }) => ok(await putGroup(scope, { ...input, name: nameOf(params.name) })),
);

const deleteOneGroup = apiRoute(
  "person",
  {
    summary: "Delete a group that no policy in force names. For administrators of all tenants.",
    answers: { 200: { says: "It is gone.", body: groupDeletedWire } },
    refuses: ["FORBIDDEN", "NOT_FOUND", "CONFLICT"],
  },
  async ({ scope, params }) => ok(await deleteGroup(scope, params.name ?? "")),
);

export const oneGroup = resource("/api/v1/groups/{name}", { PUT: putOneGroup, DELETE: deleteOneGroup });

function nameOf(given: string | undefined): string {
  const name = groupNameSchema.safeParse(given);
  if (name.success) return name.data;
  const [issue] = name.error.issues;
  throw invalid("/name", "invalid", `The name of a group has ${issue?.message}. Nothing was changed.`);
}
