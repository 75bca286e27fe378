import type { PersonListed } from "./types";

/** Whether a user is active, switched off, or has yet to sign in for the first time. */
export function stateOf(person: Pick<PersonListed, "disabledAt" | "lastSignInAt">): "active" | "off" | "new" {
  if (person.disabledAt) return "off";
  return person.lastSignInAt ? "active" : "new";
}
