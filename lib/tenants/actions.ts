"use server";

import { type ActionRefusal, personAction } from "@/lib/auth/action";
import * as commands from "./commands";
import * as grace from "./grace/commands";
import { endGraceSchema, extendGraceSchema } from "./grace/schema";
import { removeTenant as remove } from "./removal/commands";
import { removeTenantSchema } from "./removal/schema";
import { saveRetention as keep } from "./retention/commands";
import { previewRetention as preview } from "./retention/queries";
import { previewRetentionSchema, type RetentionPreview, saveRetentionSchema } from "./retention/schema";
import { createTenantSchema, renameTenantSchema, saveSettingsSchema } from "./schema";

type Answer<T = object> = Promise<({ ok: true } & T) | ActionRefusal>;

/** Makes a tenant. */
export async function createTenant(input: object): Answer<{ key: string }> {
  return personAction(createTenantSchema, input, async (scope, tenant) => ({
    key: (await commands.createTenant(scope, tenant)).key,
  }));
}

/** Gives it another name. */
export async function renameTenant(input: object): Answer<{ name: string }> {
  return personAction(renameTenantSchema, input, async (scope, tenant) => ({
    name: (await commands.renameTenant(scope, tenant)).name,
  }));
}

/** Saves settings, unless somebody else changed the same ones meanwhile. */
export async function saveTenantSettings(input: object): Answer {
  return personAction(saveSettingsSchema, input, async (scope, { key, change, seen }) => {
    await commands.updateTenantSettings(scope, key, change, seen);
    return {};
  });
}

/** Ends the grace period now. */
export async function endGrace(input: object): Answer<{ endedAt: Date }> {
  return personAction(endGraceSchema, input, (scope, { key }) => grace.endGrace(scope, key));
}

/** Makes the grace period longer. */
export async function extendGrace(input: object): Answer<{ endsAt: Date }> {
  return personAction(extendGraceSchema, input, (scope, more) => grace.extendGrace(scope, more));
}

/** Says for how long rows are kept. */
export async function saveRetention(input: object): Answer {
  return personAction(saveRetentionSchema, input, async (scope, retention) => {
    await keep(scope, retention);
    return {};
  });
}

/** Counts what that would delete now; deletes nothing. */
export async function previewRetention(input: object): Answer<RetentionPreview> {
  return personAction(previewRetentionSchema, input, (scope, asked) => preview(scope, asked));
}

/** Deletes a tenant. */
export async function removeTenant(input: object): Answer {
  return personAction(removeTenantSchema, input, async (scope, asked) => {
    await remove(scope, asked);
    return {};
  });
}
