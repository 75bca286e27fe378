import type { Override } from "@/lib/tools/rating/schema";
import type { ToolOverride } from "@/lib/tools/schema";

/** For whom a rating is: all tenants, or one. */
export type Target = { id: string | null; name: string; override: ToolOverride | null };

/** An override without who and when. */
export function ratingOf(override: ToolOverride | null): Override {
  return override && { risk: override.risk, requiresConfirmation: override.requiresConfirmation };
}
