/** What a filter can be; a value without a label is its own. */
export type ChoiceOption = { value: string; label?: string };

/** Values that are their own labels. */
export function plainOptions(values: readonly string[]): ChoiceOption[] {
  return values.map((value) => ({ value }));
}
