/**
 * A schema cannot be used. The message completes "Not checked against the tool's definition: …".
 */
export class NotChecked extends Error {}

/** The error of a rule whose value is not of the kind JSON Schema wants there. */
export function misused(keyword: string): NotChecked {
  return new NotChecked(`its definition misuses “${keyword}”`);
}
