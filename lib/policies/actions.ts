"use server";

import { type ActionRefusal, personAction } from "@/lib/auth/action";
import { groupNameInput } from "@/lib/auth/groups/schema";
import * as commands from "./commands";
import * as definitions from "./definitions/arguments";
import * as groups from "./groups";
import type { ArgumentOffers } from "./offers";
import * as pasted from "./paste";
import { argumentOffersInput, policySchema, readPoliciesInput, savePoliciesInput } from "./schema";
import type { PastedPolicies, SavedPolicies } from "./types";
import type { WrittenPolicy } from "./written";

/** Saves a new version of the policies, based on the version that was read. */
export async function savePolicies(input: {
  policies: readonly WrittenPolicy[];
  seen: number | null;
}): Promise<({ ok: true } & SavedPolicies) | ActionRefusal> {
  return personAction(savePoliciesInput, input, commands.savePolicies);
}

/** Checks whether a policy is well-formed; returns its errors by member. */
export async function checkPolicy(input: WrittenPolicy): Promise<({ ok: true } & object) | ActionRefusal> {
  return personAction(policySchema, input, pasted.checkPolicy);
}

/** The arguments of the tools that a policy matches. */
export async function findArgumentOffers(input: {
  match: Partial<Record<"tools" | "providers" | "gateways", readonly string[]>>;
}): Promise<({ ok: true } & ArgumentOffers) | ActionRefusal> {
  return personAction(argumentOffersInput, input, (scope, { match }) =>
    definitions.findArgumentOffers(scope, match),
  );
}

/** Reads policies from pasted YAML; returns errors by line. */
export async function readPolicies(input: {
  text: string;
}): Promise<({ ok: true } & PastedPolicies) | ActionRefusal> {
  return personAction(readPoliciesInput, input, (scope, { text }) => pasted.readPolicies(scope, text));
}

/** Deletes a group of people that no policy in force names. */
export async function deleteGroup(input: object): Promise<({ ok: true } & object) | ActionRefusal> {
  return personAction(groupNameInput, input, (scope, { name }) => groups.deleteGroup(scope, name));
}
