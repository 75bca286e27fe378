import type { Override, ToolOverride } from "@/lib/tools/types";

/** The scope of a rating: all tenants, or one. */
export type Target = { id: string | null; name: string; override: ToolOverride | null };

/** An override without author and time. */
export function ratingOf(override: ToolOverride | null): Override {
  return override && { risk: override.risk, requiresConfirmation: override.requiresConfirmation };
}
