import { id, oneOf, text } from "@/lib/core/list/kinds";
import { defineList, type FilterOf } from "@/lib/core/list/list";
import { REQUEST_STATUSES } from "./types";

/**
 * Requests of one gateway. `status`: `ok` below 400, `refused` 4xx, `failed` 5xx. `path`: a prefix.
 * `q`: part of path or body, a request id or an idempotency key, in the newest SEARCHED_MAX
 * requests.
 */
export const requestList = defineList({
  path: "/gateways",
  name: "requests",
  filters: { status: oneOf(REQUEST_STATUSES), path: text(), q: text() },
  cursor: [id()],
});

export type RequestFilter = FilterOf<typeof requestList>;
