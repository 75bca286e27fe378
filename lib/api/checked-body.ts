import type * as z from "zod";
import { resolveTenant } from "@/lib/auth/credentials/bearer";
import type { FieldError } from "@/lib/core/errors";
import { shortName } from "@/lib/core/schema";
import type { GatewayScope, UserScope } from "@/lib/core/scope";
import { type Caller, countingRefusals, countRefused } from "@/lib/intake/offenders/commands";
import { validate } from "./validate";

type Named = { tenant?: unknown; agent?: unknown };

/**
 * Validates the body of a call. If its rationale is invalid, such as null, the caller counts as an
 * offender here, because no handler sees the call.
 * @throws DomainError VALIDATION_ERROR as `validate`
 */
export async function checkedBody<S extends z.ZodType>(
  scope: GatewayScope | UserScope | null,
  schema: S,
  value: unknown,
): Promise<z.output<S>> {
  try {
    return validate(schema, value);
  } catch (error) {
    const caller = scope?.actor.kind === "gateway" ? await callerOf(scope as GatewayScope, value) : null;
    if (!caller) throw error;
    return countingRefusals(caller, () => Promise.reject(error));
  }
}

/**
 * Counts callers of rows with an invalid rationale, which no command sees. `value`: the row as
 * sent.
 */
export async function countRefusedRows(
  scope: GatewayScope,
  rows: readonly { errors: readonly FieldError[]; value?: unknown }[],
): Promise<void> {
  const callers: Caller[] = [];
  const tenants = new Map<unknown, Promise<string | null>>();
  for (const { errors, value } of rows) {
    if (!errors.some(({ pointer }) => pointer.endsWith("/rationale"))) continue;
    const { tenant, agent } = namesIn(value);
    const found = tenants.get(tenant) ?? tenantOf(scope, tenant);
    tenants.set(tenant, found);
    const tenantId = await found;
    if (tenantId !== null) callers.push({ tenantId, agent: shortName.safeParse(agent).data });
  }
  await countRefused({ scope, callers });
}

/** Null if the body does not identify the caller. */
async function callerOf(scope: GatewayScope, value: unknown) {
  const { tenant, agent } = namesIn(value);
  const tenantId = await tenantOf(scope, tenant);
  return tenantId === null ? null : { scope, tenantId, agent: shortName.safeParse(agent).data };
}

const namesIn = (value: unknown) => (typeof value === "object" && value !== null ? value : {}) as Named;

const tenantOf = async (scope: GatewayScope, tenant: unknown): Promise<string | null> =>
  typeof tenant === "string" ? resolveTenant(scope, tenant).catch(() => null) : null;
