import type { Company, NAMES } from "../stories/world";
import type { Chance } from "./chance";

// Templates are texts with slots such as {order}, and lists and objects of them. A slot is written {name}, {name.member},
// {name+1} or {name|format}; {today+3} is a day and {month-1} the name of a month. A text that is one slot and nothing else
// keeps the slot's type: "{order}" is a number, "order {order}" a text.

/** What a story is told from: who, where, when, and what was drawn for it. `bold`: it asks for more than usual. */
export type Scene = {
  chance: Chance;
  company: Company;
  names: typeof NAMES;
  bold: boolean;
  at: Date;
  slots: Record<string, unknown>;
};

/** A `T`, something that is drawn as one, or one whose members are templates. */
export type Template<T> =
  | T
  | ((scene: Scene) => T)
  | (T extends readonly unknown[] | object ? { readonly [K in keyof T]: Template<T[K]> } : never);

/** Fills in every slot and draws everything that is to be drawn. @throws Error on a slot that is not declared */
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

/** Draws slots in the order in which they are declared; each may name those before it. */
export function drawSlots(slots: Readonly<Record<string, unknown>>, scene: Scene): void {
  for (const [name, template] of Object.entries(slots)) scene.slots[name] = filled(template, scene);
}

type Hole = { text: string; name: string; path: string[]; sign: string; by: number; format: string };

const SLOT = /(\{([a-z]\w*)((?:\.\w+)*)(?:([-+*/])(\d+(?:\.\d+)?))?(?:\|([a-z]+))?\})/;
// Texts of the stories, taken apart once. Filled texts hold no slots and do not come here.
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

/** What has a name is called by it. */
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
  /** Cents as people write them: €1,249.00 */
  money: (value) => `€${euros.format(Number(value) / 100)}`,
  /** 10,412 */
  count: (value) => whole.format(Number(value)),
  /** A number where a text is wanted. */
  text: said,
  lower: (value) => said(value).toLowerCase(),
  snake: (value) => said(value).replaceAll("-", "_"),
};
const euros = new Intl.NumberFormat("en-US", { minimumFractionDigits: 2, maximumFractionDigits: 2 });
const whole = new Intl.NumberFormat("en-US", { maximumFractionDigits: 0 });

const CLOCK: Readonly<Record<string, (at: Date, offset: number) => unknown>> = {
  today: dayAt,
  month: (at, offset) => months.format(new Date(Date.UTC(at.getUTCFullYear(), at.getUTCMonth() + offset))),
  /** Seconds since 1970. */
  now: (at, offset) => Math.floor(at.getTime() / 1_000) + offset,
};
function dayAt(at: Date, offset: number): string {
  return new Date(at.getTime() + offset * 86_400_000).toISOString().slice(0, 10);
}
const months = new Intl.DateTimeFormat("en-US", { month: "long", timeZone: "UTC" });

// What stories draw from.

export const int = (least: number, most: number) => (scene: Scene) => scene.chance.int(least, most);
export const hex = (length: number) => (scene: Scene) => scene.chance.hex(length);
export const uuid = (scene: Scene) => scene.chance.id(scene.at.getTime());

/** An identifier: a prefix and so many characters. */
export const code = (prefix: string, length: number, alphabet?: string) => (scene: Scene) =>
  prefix + scene.chance.code(length, alphabet);

/** A day so many days away, such as 2026-11-21. */
export const dayFrom = (least: number, most: number) => (scene: Scene) =>
  dayAt(scene.at, scene.chance.int(least, most));

/** One of them; each may be a template. */
export const pick =
  <T>(...from: readonly Template<T>[]) =>
  (scene: Scene) =>
    fill<T>(scene.chance.pick(from), scene);

/** The one where more than usual is asked for, else the other. */
export const bold =
  <T>(then: Template<T>, usual: Template<T>) =>
  (scene: Scene) =>
    fill<T>(scene.bold ? then : usual, scene);

/** There in a share of all cases; otherwise another, or left out. */
export const maybe =
  (share: number, then: unknown, otherwise?: unknown) =>
  (scene: Scene): unknown =>
    filled(scene.chance.maybe(share) ? then : otherwise, scene);

/** One of the company's own, by the company's key. */
export const own = (of: Readonly<Record<string, readonly unknown[]>>) => (scene: Scene) =>
  scene.chance.pick(of[scene.company.key] ?? []);

/** One of the company's people, and two of them. */
export const colleague = ({ chance, company }: Scene) => chance.pick(company.people);
export const colleagues = ({ chance, company }: Scene) => chance.some(company.people, 2);

/** A person the company deals with. */
export function person({ chance, names }: Scene) {
  const [first, last] = [chance.pick(names.first), chance.pick(names.last)];
  const plain = `${first}.${last}`.toLowerCase().normalize("NFD");
  const email = `${plain.replace(/[^a-z.]/g, "")}@${chance.pick(names.mail)}`;
  return { name: `${first} ${last}`, first, last, email };
}

/** A company one sells to. */
export function business({ chance, names }: Scene) {
  const name = chance.pick(names.businesses);
  return { name, domain: `${name.toLowerCase().replace(/[^a-z]+/g, "-")}.example` };
}

/** A list of so many, each drawn by itself. */
export const times =
  (many: unknown, of: unknown, most = Number.POSITIVE_INFINITY) =>
  (scene: Scene) =>
    Array.from({ length: Math.min(Number(filled(many, scene)), most) }, () => filled(of, scene));

/** A list with one for each of a slot's list, which is called {each} in it. */
export const each = (slot: string, of: unknown) => (scene: Scene) => {
  const list = scene.slots[slot];
  if (!Array.isArray(list)) throw new Error(`the slot ${slot} is no list`);
  return list.map((one) => filled(of, { ...scene, slots: { ...scene.slots, each: one } }));
};
