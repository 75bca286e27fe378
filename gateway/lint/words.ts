// Words in the names of tools and parameters, and what they say about behaviour.

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

/** What a tool does, as its name says. */
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

/** Whether a word says what a tool does. */
export const isVerb = (word: string): boolean => FAMILY_OF.has(word);

// A server often writes its own name, and a word such as `batch`, before the verb.
const VERB_PLACES = 3;

/** The words of a name that may be its verb: the `merge` of `merge request` is none. */
const acting = (words: readonly string[]): string[] =>
  words.filter((word, index) => word !== "merge" || !/^requests?$/.test(words[index + 1] ?? ""));

/** The family of a tool's first verb, which may come after the server's name, or last; null when there is none. */
export function familyOf(name: string): Family | null {
  const words = acting(wordsOf(name));
  const places = [...words.slice(0, VERB_PLACES), ...words.slice(VERB_PLACES).slice(-1)];
  const verb = places.find((word) => FAMILY_OF.has(word));
  const family = verb === undefined ? null : (FAMILY_OF.get(verb) ?? null);
  // `create_or_update`, `get_or_create`: what it does at most.
  const other = /[_-]or[_-]([a-z]+)/i.exec(name.replace(/([a-z])([A-Z])/g, "$1_$2"))?.[1]?.toLowerCase();
  return (other === undefined ? undefined : FAMILY_OF.get(other)) ?? family;
}

// What these change is not there any more afterwards.
const OVERWRITES = new Set(
  "modify correct amend overwrite replace rebuild mutate fulfil fulfill receive".split(" "),
);

/** Whether the name's first verb overwrites what is there, or uses it up. */
export function overwrites(name: string): boolean {
  return OVERWRITES.has(wordsOf(name).slice(0, VERB_PLACES).find(isVerb) ?? "");
}

/** Whether the name's verb destroys, or may do so: its first or last word. */
export function destroys(name: string): boolean {
  const words = wordsOf(name);
  return (
    familyOf(name) === "delete" ||
    [words[0], words.at(-1)].some((word) => FAMILY_OF.get(word ?? "") === "delete")
  );
}

/** What a tool's name is about: its words without verbs, the last three at most, in the singular. */
export function subjectOf(name: string): string[] {
  const words = wordsOf(name);
  const verb = words.findIndex((word) => FAMILY_OF.has(word));
  return words.slice(verb + 1).map(singular);
}

// Fields that servers fill in by themselves. With a description they may be meant for the caller.
export const SERVER_MANAGED: readonly string[] = [
  "id",
  "nano_id",
  "user_id",
  "organization_id",
  "owner_id",
  "assignee_id",
  "status_id",
];

/** Fields that no caller ever sets, whatever is said about them. */
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

/** Names that a tool's description lists as the server's: `Server-managed (omit): id, nano_id`. */
export function listedAsManaged(description: string): Set<string> {
  const lists = [...description.matchAll(AUTHORS_LIST)].map(([, names = ""]) => names);
  return new Set(lists.flatMap((names) => names.split(/[^\w-]+/)).filter(Boolean));
}
