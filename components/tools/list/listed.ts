import type { ToolUse } from "@/lib/calls/of-tool/schema";
import type { ToolRow } from "@/lib/tools/catalogue/schema";

/** A tool of the catalogue with its recent use. */
export type ListedTool = ToolRow & ToolUse;
