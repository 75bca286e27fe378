import type { JsonNode } from "@/lib/core/json/parse";
import { isMail, isPeople, meaningOf } from "./key-words";

/** A count in the arguments: the items of all lists of one name, or a number. */
export type Holding = {
  name: string;
  stems: string[];
  held: number;
  /** Every number that a true sentence could give: each list, all, and without duplicates. */
  values: ReadonlySet<number>;
  kind: "list" | "number";
  items: "texts" | "objects" | "others";
  areIds: boolean;
  people: boolean;
  /** An item may represent many: a pattern, a folder, a group, a condition. */
  manifold: boolean;
};

// Limits and divisors do not count the objects of the call.
const BOUNDS = /limit|max|min|page|offset|size|per|batch|index|amount|price|rate|timeout|retr/i;
const STANDS_FOR_MANY = /[*?{]|^[/.~]|\/$|\/\*|\\/;
const GROUPS = new Set(
  "where filter query segment group list team condition match criteria selector audience".split(" "),
);

/** Even `to`, `cc` and `bcc` together have fewer lists than this. */
const TOGETHER_MAX = 10;

type Gathered = { name: string; lists: JsonNode[][] };

/** Everything in the arguments that can be counted; numbers only under a name with a noun. */
export function holdingsOf(args: JsonNode): Holding[] {
  const lists = new Map<string, Gathered>();
  const numbers: Holding[] = [];
  const visit = (node: JsonNode): void => {
    if (node.kind === "array") {
      for (const item of node.items) visit(item);
      return;
    }
    if (node.kind !== "object") return;
    for (const { key, value } of node.members) {
      if (value.kind === "array") {
        const known = lists.get(key);
        if (known) known.lists.push([...value.items]);
        else lists.set(key, { name: key, lists: [[...value.items]] });
      }
      if (value.kind === "number") numbers.push(...numberOf(key, value.literal));
      visit(value);
    }
  };
  visit(args);
  return [...peopleTogether([...lists.values()].map(listOf)), ...numbers];
}

function numberOf(name: string, literal: string): Holding[] {
  const { stems, counts } = meaningOf(name);
  const plural = /[a-z]s$/.test(name) && !/(?:ss|us|is)$/.test(name);
  if (stems.length === 0 || !(counts || plural) || BOUNDS.test(name) || !/^\d{1,9}$/.test(literal)) return [];
  const held = Number(literal);
  const people = stems.some(isPeople);
  const of = { kind: "number", items: "others", areIds: false, manifold: false } as const;
  return [{ ...of, name, stems, held, values: new Set([held]), people }];
}

function listOf({ name, lists }: Gathered): Holding {
  const { stems, areIds } = meaningOf(name);
  const all = lists.flat();
  const texts = all.flatMap((item) =>
    item.kind === "string" ? [item.value] : item.kind === "number" ? [item.literal] : [],
  );
  const items =
    texts.length === all.length
      ? "texts"
      : all.every((item) => item.kind === "object")
        ? "objects"
        : "others";
  const distinct = items === "texts" ? new Set(texts).size : all.length;
  const manifold =
    items === "others" ||
    texts.some((text) => STANDS_FOR_MANY.test(text)) ||
    all.some((item) => item.kind === "object" && item.members.some(({ key }) => isGroup(key)));
  const people = stems.some((stem) => isPeople(stem) || (isMail(stem) && items === "texts"));
  const values = new Set([all.length, distinct, ...lists.map((list) => list.length)]);
  return { name, stems, held: all.length, values, kind: "list", items, areIds, people, manifold };
}

const isGroup = (key: string) => meaningOf(key).stems.some((stem) => GROUPS.has(stem));

/** Recipients may be spread over `to`, `cc` and `bcc`: a sentence may count them together. */
function peopleTogether(lists: Holding[]): Holding[] {
  const people = lists.filter((list) => list.people && list.held > 0);
  const [first] = people;
  if (!first || people.length < 2 || people.length > TOGETHER_MAX) return lists;
  const total = people.reduce((sum, list) => sum + list.held, 0);
  const values = new Set(people.flatMap((list) => [...list.values]).concat(total));
  for (const one of people) for (const other of people) values.add(one.held + other.held);
  const together = {
    ...first,
    name: people.map((list) => list.name).join(", "),
    stems: [...new Set(people.flatMap((list) => list.stems))],
    held: total,
    values,
    manifold: people.some((list) => list.manifold),
  };
  return [together, ...lists.filter((list) => !people.includes(list))];
}
