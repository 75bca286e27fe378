import { notFound } from "next/navigation";
import { DomainError } from "@/lib/core/errors";
import type { UserScope } from "@/lib/core/scope";
import { getTool } from "@/lib/tools/catalogue/queries";
import type { ToolView } from "@/lib/tools/catalogue/types";

/** The tool of the address, or the page that says there is none. */
export async function toolOrNotFound(scope: UserScope, id: string): Promise<ToolView> {
  try {
    return await getTool(scope, id);
  } catch (error) {
    if (error instanceof DomainError && error.code === "NOT_FOUND") notFound();
    throw error;
  }
}
