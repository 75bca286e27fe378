import type { UserScope } from "@/lib/core/scope";
import { getTool } from "@/lib/tools/catalogue/queries";
import type { ToolView } from "@/lib/tools/catalogue/types";
import { orNotFound } from "../../lookup";

/** The tool of the address, or the 404 page. */
export function toolOrNotFound(scope: UserScope, id: string): Promise<ToolView> {
  return orNotFound(getTool(scope, id));
}
