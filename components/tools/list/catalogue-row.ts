import type { ToolUse } from "@/lib/calls/of-tool/types";
import type { ToolRow } from "@/lib/tools/catalogue/types";

/** A tool of the catalogue with its recent use. */
export type ListedTool = ToolRow & ToolUse;
