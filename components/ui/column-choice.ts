/** The columns a reader hid, by id. Missing ones are shown, so that new columns appear. */
export type ColumnChoice = Record<string, boolean>;

const PREFIX = "columns:";

export const storageKey = (name: string) => `${PREFIX}${name}`;

/** Reads the stored choice; anything but a record of booleans counts as none. */
export function parseChoice(text: string | null): ColumnChoice {
  if (!text) return {};
  try {
    const value: unknown = JSON.parse(text);
    if (typeof value !== "object" || value === null || Array.isArray(value)) return {};
    return Object.fromEntries(Object.entries(value).filter((entry) => typeof entry[1] === "boolean"));
  } catch {
    return {}; // another program's text under our name
  }
}
