"use server";

import { type ActionRefusal, personAction } from "@/lib/auth/action";
import * as commands from "./commands";
import * as grace from "./grace";
import {
  createTenantSchema,
  endGraceSchema,
  extendGraceSchema,
  renameTenantSchema,
  saveSettingsSchema,
} from "./schema";

type Answer<T = object> = Promise<({ ok: true } & T) | ActionRefusal>;

export async function createTenant(input: object): Answer<{ key: string }> {
  return personAction(createTenantSchema, input, async (scope, tenant) => ({
    key: (await commands.createTenant(scope, tenant)).key,
  }));
}

export async function renameTenant(input: object): Answer<{ name: string }> {
  return personAction(renameTenantSchema, input, async (scope, tenant) => ({
    name: (await commands.renameTenant(scope, tenant)).name,
  }));
}

export async function saveTenantSettings(input: object): Answer {
  return personAction(saveSettingsSchema, input, async (scope, { key, change, seen }) => {
    await commands.updateTenantSettings(scope, key, change, seen);
    return {};
  });
}

export async function endGrace(input: object): Answer<{ endedAt: Date }> {
  return personAction(endGraceSchema, input, (scope, { key }) => grace.endGrace(scope, key));
}

export async function extendGrace(input: object): Answer<{ endsAt: Date }> {
  return personAction(extendGraceSchema, input, (scope, more) => grace.extendGrace(scope, more));
}
