import { defineCursor } from "@/lib/core/list/cursors";
import { id } from "@/lib/core/list/kinds";
import { defineList } from "@/lib/core/list/list";

/** Reports, newest first: in the API, and on their issue's page, which has a further cursor. */
export const reportList = defineList({
  path: "/feedback",
  name: "reports",
  filters: {},
  cursor: [id()],
  cursorName: "reports",
});

export const issueCursor = defineCursor("issues", [id()]);
