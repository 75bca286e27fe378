import { StatusMark } from "@/components/ui/badge";
import { PERSON_STATES } from "@/components/words/people";
import { stateOf } from "@/lib/auth/people/rules";
import type { PersonListed } from "@/lib/auth/people/types";

const ICONS = { active: "check-circle", off: "ban", new: "hourglass" } as const;

/** Whether a user can sign in, and ever did. */
export function PersonState({
  person,
  strong = false,
}: {
  person: Pick<PersonListed, "disabledAt" | "lastSignInAt">;
  strong?: boolean;
}) {
  const state = stateOf(person);
  return (
    <StatusMark icon={ICONS[state]} strong={strong}>
      {PERSON_STATES[state]}
    </StatusMark>
  );
}
