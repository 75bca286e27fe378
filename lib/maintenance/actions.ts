"use server";

import { type ActionRefusal, personAction } from "@/lib/auth/action";
import { removeTenant as remove } from "./removal/commands";
import { removeTenantSchema } from "./removal/schema";
import { saveRetention as keep } from "./retention/commands";
import { previewRetention as preview } from "./retention/queries";
import { previewRetentionSchema, saveRetentionSchema } from "./retention/schema";
import type { RetentionPreview } from "./retention/types";

type Answer<T = object> = Promise<({ ok: true } & T) | ActionRefusal>;

export async function saveRetention(input: object): Answer {
  return personAction(saveRetentionSchema, input, async (scope, retention) => {
    await keep(scope, retention);
    return {};
  });
}

export async function previewRetention(input: object): Answer<RetentionPreview> {
  return personAction(previewRetentionSchema, input, (scope, asked) => preview(scope, asked));
}

export async function removeTenant(input: object): Answer {
  return personAction(removeTenantSchema, input, async (scope, asked) => {
    await remove(scope, asked);
    return {};
  });
}
