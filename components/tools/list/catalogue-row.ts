import type { ReactNode } from "react";
import type { ToolUse } from "@/lib/calls/of-tool/types";
import type { ToolRow } from "@/lib/tools/catalogue/types";

/** A tool of the catalogue with its recent use. The server draws the pictures. */
export type ListedTool = ToolRow & Omit<ToolUse, "days"> & { pictures: ReactNode };
