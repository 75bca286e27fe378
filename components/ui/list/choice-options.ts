import { revealedText } from "@/lib/core/text/reveal";

/** A value of a filter; without a label the value is shown. */
export type ChoiceOption = { value: string; label?: string };

export function plainOptions(values: readonly string[]): ChoiceOption[] {
  return values.map((value) => ({ value }));
}

/** An option's label with how many rows it has. */
export function withCount(label: string, count: number): string {
  return `${label} (${count.toLocaleString("en")})`;
}

/** Values as options, each with its count. */
export function countedOptions(values: readonly { name: string; calls: number }[]): ChoiceOption[] {
  return values.map(({ name, calls }) => ({ value: name, label: withCount(revealedText(name), calls) }));
}
