import type { Override, ToolOverride } from "@/lib/tools/types";

/** For whom a rating is: all tenants, or one. */
export type Target = { id: string | null; name: string; override: ToolOverride | null };

/** An override without who and when. */
export function ratingOf(override: ToolOverride | null): Override {
  return override && { risk: override.risk, requiresConfirmation: override.requiresConfirmation };
}
