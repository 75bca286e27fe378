// Words in names of tools and parameters, and the behaviour they imply.

/** `deleteFile`, `delete-file` and `delete_file` are all `delete`, `file`; `getDBDelete` is `get`, `db`, `delete`. */
export function wordsOf(name: string): string[] {
  return name
    .replace(/([a-z0-9])([A-Z])/g, "$1_$2")
    .replace(/(?<=[A-Z])(?=[A-Z][a-z])/g, "_")
    .toLowerCase()
    .split(/[^a-z0-9]+/)
    .filter((word) => word !== "");
}

/** A word without its plural: `entries` is `entry`, `boxes` is `box`. */
export function singular(word: string): string {
  if (/[^aeiou]ies$/.test(word)) return `${word.slice(0, -3)}y`;
  if (/(s|x|z|ch|sh)es$/.test(word)) return word.slice(0, -2);
  return /[^su]s$/.test(word) ? word.slice(0, -1) : word;
}

/** What a tool does, by its name. */
export type Family = "read" | "create" | "update" | "delete" | "fulfil";

const VERBS: Record<Family, string> = {
  read: "get list read search find fetch query describe count retrieve lookup view inspect",
  create: "create add insert append",
  update:
    "update modify edit set patch rename replace move correct amend change overwrite upsert configure rebuild mutate",
  delete: "delete remove drop destroy purge erase wipe truncate uninstall terminate",
  fulfil:
    "send publish execute pay refund charge transfer fulfil fulfill receive submit deploy finalize schedule approve merge",
};

const FAMILY_OF = new Map<string, Family>(
  (Object.entries(VERBS) as [Family, string][]).flatMap(([family, verbs]) =>
    verbs.split(" ").map((verb) => [verb, family] as const),
  ),
);

export const isVerb = (word: string): boolean => FAMILY_OF.has(word);

// The server's name, or a word such as `batch`, often precedes the verb.
const VERB_PLACES = 3;

/** The words of a name that may be its verb: `merge` in `merge request` is not. */
const acting = (words: readonly string[]): string[] =>
  words.filter((word, index) => word !== "merge" || !/^requests?$/.test(words[index + 1] ?? ""));

/**
 * The family of a tool's first verb, which may follow the server's name or come last; null without
 * one.
 */
export function familyOf(name: string): Family | null {
  const words = acting(wordsOf(name));
  const places = [...words.slice(0, VERB_PLACES), ...words.slice(VERB_PLACES).slice(-1)];
  const verb = places.find((word) => FAMILY_OF.has(word));
  const family = verb === undefined ? null : (FAMILY_OF.get(verb) ?? null);
  // `create_or_update`, `get_or_create`: the strongest effect.
  const other = /[_-]or[_-]([a-z]+)/i.exec(name.replace(/([a-z])([A-Z])/g, "$1_$2"))?.[1]?.toLowerCase();
  return (other === undefined ? undefined : FAMILY_OF.get(other)) ?? family;
}

// Verbs after which the former state is gone.
const OVERWRITES = new Set(
  "modify correct amend overwrite replace rebuild mutate fulfil fulfill receive".split(" "),
);

/** Whether the name's first verb overwrites or uses up existing data. */
export function overwrites(name: string): boolean {
  return OVERWRITES.has(wordsOf(name).slice(0, VERB_PLACES).find(isVerb) ?? "");
}

/** Whether the name's first or last word destroys, or may destroy. */
export function destroys(name: string): boolean {
  const words = wordsOf(name);
  return (
    familyOf(name) === "delete" ||
    [words[0], words.at(-1)].some((word) => FAMILY_OF.get(word ?? "") === "delete")
  );
}

/**
 * The subject of a tool's name: its words without verbs, the last three at most, in the singular.
 */
export function subjectOf(name: string): string[] {
  const words = wordsOf(name);
  const verb = words.findIndex((word) => FAMILY_OF.has(word));
  return words.slice(verb + 1).map(singular);
}

// Fields that servers fill in. With a description they may be meant for the caller.
export const SERVER_MANAGED: readonly string[] = [
  "id",
  "nano_id",
  "user_id",
  "organization_id",
  "owner_id",
  "assignee_id",
  "status_id",
];

/** Fields that callers never set, even with a description. */
const ALWAYS_MANAGED = new Set([
  "nano_id",
  "created_at",
  "updated_at",
  "deleted_at",
  "created_by",
  "updated_by",
  "date_created",
  "date_updated",
]);

const snake = (name: string): string => wordsOf(name).join("_");

/** Whether a field of this name is one that servers fill in. */
export const isServerManagedName = (name: string): boolean =>
  SERVER_MANAGED.includes(snake(name)) || isAlwaysManaged(name);

/** Whether a field of this name is filled in by servers even where it is described. */
export const isAlwaysManaged = (name: string): boolean => ALWAYS_MANAGED.has(snake(name));

const AUTHORS_LIST =
  /(?:\b(?:server|system)[- ](?:managed|assigned|generated|set|filled)|\b(?:managed|assigned|generated|set|filled(?: in)?) by the (?:server|system))\b[^:\n]{0,60}:\s*([^\n.]+)/gi;

/** Names that a description lists as server-managed: `Server-managed (omit): id, nano_id`. */
export function listedAsManaged(description: string): Set<string> {
  const lists = [...description.matchAll(AUTHORS_LIST)].map(([, names = ""]) => names);
  return new Set(lists.flatMap((names) => names.split(/[^\w-]+/)).filter(Boolean));
}
