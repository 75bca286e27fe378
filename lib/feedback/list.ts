import { defineCursor } from "@/lib/core/list/cursors";
import { id } from "@/lib/core/list/kinds";
import { defineList } from "@/lib/core/list/list";

/** Reports, newest first: in the API, and below their issue, where the address has another cursor besides. */
export const reportList = defineList({
  path: "/feedback",
  name: "reports",
  filters: {},
  cursor: [id()],
  cursorName: "reports",
});

/** Where a page of issues ends in the API. */
export const issueCursor = defineCursor("issues", [id()]);
