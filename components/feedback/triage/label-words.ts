import { LABEL_MAX, LABELS_MAX } from "@/lib/feedback/triage/types";

/** The labels in a comma-separated line, without duplicates. */
export const labelsIn = (line: string): string[] => [
  ...new Set(
    line
      .split(",")
      .map((label) => label.trim())
      .filter(Boolean),
  ),
];

/** Why these labels are invalid; null if they are valid. */
export function labelsFault(labels: readonly string[]): string | null {
  if (labels.length > LABELS_MAX) return `At most ${LABELS_MAX} labels.`;
  return labels.some((label) => label.length > LABEL_MAX)
    ? `A label has at most ${LABEL_MAX} characters.`
    : null;
}
