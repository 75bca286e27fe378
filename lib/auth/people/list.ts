import { id, name, oneOf, text } from "@/lib/core/list/kinds";
import { defineList, type FilterOf } from "@/lib/core/list/list";
import { ROLES } from "../types";

export const peopleList = defineList({
  path: "/settings/people",
  name: "people",
  filters: {
    q: text(),
    role: oneOf(ROLES),
    state: oneOf(["active", "off", "new"]),
    method: oneOf(["password", "sso"]),
    tenant: text(),
  },
  cursor: [name(), id()],
});

export type PeopleFilter = FilterOf<typeof peopleList>;
