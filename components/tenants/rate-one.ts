import type { ActResult } from "@/components/ui/use-act";
import { rateTools } from "@/lib/tools/actions";
import type { Override } from "@/lib/tools/types";

/** Rates one tool; a concurrent change by another user is a normal refusal. */
export async function rateOne({
  tenantId,
  toolId,
  name,
  to,
  seen,
  undo,
}: {
  tenantId: string;
  toolId: string;
  name: string;
  to: Override;
  seen: Override;
  undo?: boolean;
}): Promise<ActResult> {
  const result = await rateTools({ tenantId, changes: [{ toolId, to, seen }], undo });
  if (!result.ok) return result;
  const outcome = result.rated[0]?.outcome ?? "gone";
  if (outcome === "rated") return { ok: true };
  const message =
    outcome === "stale"
      ? `Another user rated ${name} in the meantime. Nothing was changed; check the rating that applies now.`
      : `${name} no longer exists. Nothing was changed.`;
  return { ok: false, code: "STALE_VIEW", message, requestId: "" };
}
