/** Somebody who may decide calls of some tenant. */
export type Person = { email: string; name: string };

/** People to choose from, found by name and by address. */
export function personOptions(people: readonly Person[]): { value: string; label: string; hint: string }[] {
  return people.map(({ email, name }) => ({ value: email, label: name, hint: email }));
}
