/** A value of a filter; without a label the value is shown. */
export type ChoiceOption = { value: string; label?: string };

export function plainOptions(values: readonly string[]): ChoiceOption[] {
  return values.map((value) => ({ value }));
}
