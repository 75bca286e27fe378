import { id, oneOf, text, time } from "@/lib/core/list/kinds";
import { defineList, type FilterOf } from "@/lib/core/list/list";
import { DELIVERY_STATES } from "./types";

export const deliveryList = defineList({
  path: "/gateways",
  name: "deliveries",
  filters: { state: oneOf(DELIVERY_STATES), type: text(), since: time(), until: time() },
  cursor: [id()],
});

export type DeliveryLogFilter = FilterOf<typeof deliveryList>;

/** Failed callbacks, newest first. `gateway` is an id. */
export const undeliveredList = defineList({
  path: "/gateways/undelivered",
  name: "undelivered",
  filters: { gateway: id() },
  cursor: [id()],
});
