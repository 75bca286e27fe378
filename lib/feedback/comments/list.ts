import { id } from "@/lib/core/list/kinds";
import { defineList } from "@/lib/core/list/list";

/** The comments below their issue, where the address has other cursors besides. */
export const commentList = defineList({
  path: "/feedback",
  name: "comments",
  filters: {},
  cursor: [id()],
  cursorName: "comments",
});
