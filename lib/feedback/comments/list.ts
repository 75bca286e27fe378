import { id } from "@/lib/core/list/kinds";
import { defineList } from "@/lib/core/list/list";

/** The comments of an issue; its page has further cursors. */
export const commentList = defineList({
  path: "/feedback",
  name: "comments",
  filters: {},
  cursor: [id()],
  cursorName: "comments",
});
