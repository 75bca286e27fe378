import type { Company, NAMES } from "../stories/world";
import type { Chance } from "./chance";

// Templates are texts with slots such as {order}, and lists and objects of them. Slots: {name},
// {name.member}, {name+1}, {name|format}, {today+3} for a day, {month-1} for a month's name. A text
// of one slot keeps its type: "{order}" is a number.

/** Input of a story: people, place, time and drawn values. `bold`: it asks for more than usual. */
export type Scene = {
  chance: Chance;
  company: Company;
  names: typeof NAMES;
  bold: boolean;
  at: Date;
  slots: Record<string, unknown>;
};

/** A `T`, a function that draws one, or an object of templates. */
export type Template<T> =
  | T
  | ((scene: Scene) => T)
  | (T extends readonly unknown[] | object ? { readonly [K in keyof T]: Template<T[K]> } : never);

/**
 * Fills all slots and draws all values.
 * @throws Error for an undeclared slot
 */
export function fill<T>(template: Template<T>, scene: Scene): T {
  return filled(template, scene) as T;
}

function filled(template: unknown, scene: Scene): unknown {
  if (typeof template === "string") return filledText(template, scene);
  if (typeof template === "function") return template(scene);
  if (Array.isArray(template)) return template.map((one) => filled(one, scene));
  if (typeof template !== "object" || template === null) return template;
  const members: Record<string, unknown> = {};
  for (const [name, member] of Object.entries(template)) members[name] = filled(member, scene);
  return members;
}

/** Draws slots in order of declaration; each can use earlier ones. */
export function drawSlots(slots: Readonly<Record<string, unknown>>, scene: Scene): void {
  for (const [name, template] of Object.entries(slots)) scene.slots[name] = filled(template, scene);
}

type Hole = { text: string; name: string; path: string[]; sign: string; by: number; format: string };

const SLOT = /(\{([a-z]\w*)((?:\.\w+)*)(?:([-+*/])(\d+(?:\.\d+)?))?(?:\|([a-z]+))?\})/;
// Cache of parsed texts. Filled texts have no slots and skip it.
const known = new Map<string, readonly (string | Hole)[]>();

function partsOf(text: string): readonly (string | Hole)[] {
  const parts: (string | Hole)[] = [];
  const pieces = text.split(SLOT);
  for (let i = 0; i < pieces.length; i += 7) {
    const [words, , name, path = "", sign = "", by = 0, format = ""] = pieces.slice(i, i + 7);
    if (words) parts.push(words);
    if (name) parts.push({ text, name, path: path.split(".").slice(1), sign, by: Number(by), format });
  }
  known.set(text, parts);
  return parts;
}

function filledText(text: string, scene: Scene): unknown {
  if (!text.includes("{")) return text;
  const parts = known.get(text) ?? partsOf(text);
  const values = parts.map((part) => (typeof part === "string" ? part : valueIn(part, scene)));
  return values.length === 1 ? values[0] : values.map(said).join("");
}

/** Named things are shown by name. */
const said = (value: unknown) =>
  String(typeof value === "object" && value !== null && "name" in value ? value.name : value);

function valueIn({ text, name, path, sign, by, format }: Hole, scene: Scene): unknown {
  const clock = CLOCK[name];
  if (clock) return clock(scene.at, sign === "-" ? -by : by);
  let value = name === "company" ? scene.company : scene.slots[name];
  for (const member of path) value = (value as Record<string, unknown> | undefined)?.[member];
  if (value === undefined) throw new Error(`no slot ${[name, ...path].join(".")} is declared: ${text}`);
  if (sign) value = COUNT[sign]?.(Number(value), by);
  if (!format) return value;
  const write = FORMATS[format];
  if (!write) throw new Error(`there is no format ${format}: ${text}`);
  return write(value);
}

const COUNT: Readonly<Record<string, (value: number, by: number) => number>> = {
  "+": (value, by) => value + by,
  "-": (value, by) => value - by,
  "*": (value, by) => value * by,
  "/": (value, by) => value / by,
};

const FORMATS: Readonly<Record<string, (value: unknown) => string>> = {
  /** Cents as €1,249.00 */
  money: (value) => `€${euros.format(Number(value) / 100)}`,
  count: (value) => whole.format(Number(value)),
  text: said,
  lower: (value) => said(value).toLowerCase(),
  snake: (value) => said(value).replaceAll("-", "_"),
};
const euros = new Intl.NumberFormat("en-US", { minimumFractionDigits: 2, maximumFractionDigits: 2 });
const whole = new Intl.NumberFormat("en-US", { maximumFractionDigits: 0 });

const CLOCK: Readonly<Record<string, (at: Date, offset: number) => unknown>> = {
  today: dayAt,
  month: (at, offset) => months.format(new Date(Date.UTC(at.getUTCFullYear(), at.getUTCMonth() + offset))),
  now: (at, offset) => Math.floor(at.getTime() / 1_000) + offset,
};
function dayAt(at: Date, offset: number): string {
  return new Date(at.getTime() + offset * 86_400_000).toISOString().slice(0, 10);
}
const months = new Intl.DateTimeFormat("en-US", { month: "long", timeZone: "UTC" });

export const int = (least: number, most: number) => (scene: Scene) => scene.chance.int(least, most);
export const hex = (length: number) => (scene: Scene) => scene.chance.hex(length);
export const uuid = (scene: Scene) => scene.chance.id(scene.at.getTime());

export const code = (prefix: string, length: number, alphabet?: string) => (scene: Scene) =>
  prefix + scene.chance.code(length, alphabet);

export const dayFrom = (least: number, most: number) => (scene: Scene) =>
  dayAt(scene.at, scene.chance.int(least, most));

export const pick =
  <T>(...from: readonly Template<T>[]) =>
  (scene: Scene) =>
    fill<T>(scene.chance.pick(from), scene);

/** The first one for bold requests, else the other. */
export const bold =
  <T>(then: Template<T>, usual: Template<T>) =>
  (scene: Scene) =>
    fill<T>(scene.bold ? then : usual, scene);

/** Used in a share of cases; otherwise the alternative, or omitted. */
export const maybe =
  (share: number, then: unknown, otherwise?: unknown) =>
  (scene: Scene): unknown =>
    filled(scene.chance.maybe(share) ? then : otherwise, scene);

export const own = (of: Readonly<Record<string, readonly unknown[]>>) => (scene: Scene) =>
  scene.chance.pick(of[scene.company.key] ?? []);

export const colleague = ({ chance, company }: Scene) => chance.pick(company.people);
export const colleagues = ({ chance, company }: Scene) => chance.some(company.people, 2);

export function person({ chance, names }: Scene) {
  const [first, last] = [chance.pick(names.first), chance.pick(names.last)];
  const plain = `${first}.${last}`.toLowerCase().normalize("NFD");
  const email = `${plain.replace(/[^a-z.]/g, "")}@${chance.pick(names.mail)}`;
  return { name: `${first} ${last}`, first, last, email };
}

export function business({ chance, names }: Scene) {
  const name = chance.pick(names.businesses);
  return { name, domain: `${name.toLowerCase().replace(/[^a-z]+/g, "-")}.example` };
}

/** A list of independently drawn items. */
export const times =
  (many: unknown, of: unknown, most = Number.POSITIVE_INFINITY) =>
  (scene: Scene) =>
    Array.from({ length: Math.min(Number(filled(many, scene)), most) }, () => filled(of, scene));

/** A list with one item per entry of a slot's list, available as {each}. */
export const each = (slot: string, of: unknown) => (scene: Scene) => {
  const list = scene.slots[slot];
  if (!Array.isArray(list)) throw new Error(`the slot ${slot} is no list`);
  return list.map((one) => filled(of, { ...scene, slots: { ...scene.slots, each: one } }));
};
