import type { PersonListed } from "./types";

export function stateOf(person: Pick<PersonListed, "disabledAt" | "lastSignInAt">): "active" | "off" | "new" {
  if (person.disabledAt) return "off";
  return person.lastSignInAt ? "active" : "new";
}
