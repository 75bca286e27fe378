/** A person who may decide calls of some tenant. */
export type Person = { email: string; name: string };

/** Options for people, matched by name and address. */
export function personOptions(people: readonly Person[]): { value: string; label: string; hint: string }[] {
  return people.map(({ email, name }) => ({ value: email, label: name, hint: email }));
}
