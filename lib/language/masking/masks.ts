export type Mask = readonly [pattern: RegExp, mask: string | ((...parts: string[]) => string)];

/** Words before a name. */
export const NAMED = "property|field|parameter|param|argument|arg|attribute|column|key|variable|option|flag";

/** Words after those that are no name. */
export const NO_NAME =
  "is|are|was|were|be|has|have|had|must|may|might|can|cannot|could|should|will|would|does|do|did|not|no|of|in|on|at|to|from|for|with|by|and|or|as|the|a|an|that|this|which|name|value|type|id|already|missing|required|invalid|unknown|expected|exceeds";

/** Applies masks in sequence; lower case with single spaces. */
export function maskedBy(text: string, masks: readonly Mask[]): string {
  return spaced(applied(text.normalize("NFKC"), masks));
}

/** The text with masks applied one after the other. */
export function applied(text: string, masks: readonly Mask[]): string {
  return masks.reduce(
    (current, [pattern, mask]) =>
      typeof mask === "string" ? current.replace(pattern, mask) : current.replace(pattern, mask),
    text,
  );
}

export const spaced = (text: string): string => text.toLowerCase().replace(/\s+/gu, " ").trim();
