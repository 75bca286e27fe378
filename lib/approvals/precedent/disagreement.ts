import type { JsonNode } from "@/lib/core/json/parse";
import type { Facts } from "../schema";
import { type Claim, claimsIn, numbersIn, wholeNumber } from "./claimed-numbers";
import { type Holding, holdingsOf } from "./held-numbers";
import { isMail, isPeople } from "./key-words";
import type { Disagreement } from "./types";

/** List names that do not describe their contents. */
const ANYTHING = new Set(["item", "target", "entry", "object", "element"]);

/** Lists of the objects that a call acts on, under any name in its words. */
const ACTED_ON = new Set("row record document email mail message".split(" "));

/** One act (a commit, a mail) may have several of these: only far larger numbers count. */
const FAR_MORE = 10;

/**
 * Where the count that a call's words claim contradicts its arguments. Silent if both may be true:
 * people must be able to trust it.
 * @param summary null where the gateway sent none
 */
export function disagreementOf(call: {
  summary: string | null;
  howMany: Facts["how_many"];
  args: JsonNode;
}): Disagreement | null {
  const { summary, args } = call;
  const howMany = exactly(call.howMany);
  const holdings = holdingsOf(args).filter((holding) => holding.held > 0);
  // A number that appears anywhere in the sentence is visible to its reader.
  const named = [...numbersIn(summary ?? "")];
  const unsaid = holdings.filter(({ values }) => !named.some((value) => values.has(value)));
  const told = claimsIn(summary ?? "").flatMap((claim) => byCount(claim, unsaid, holdings));
  const fact = howMany === null || told.length > 0 ? [] : byFact(howMany, unsaid, holdings);
  return [...told, ...fact].toSorted((a, b) => factor(b) - factor(a))[0] ?? null;
}

function exactly(howMany: Facts["how_many"]): number | null {
  return typeof howMany === "string" ? wholeNumber(howMany) : (howMany ?? null);
}

const factor = ({ claimed, held }: Disagreement) =>
  Math.max(claimed, held) / Math.max(1, Math.min(claimed, held));

/** A counted noun of a sentence, compared with the arguments of that name. */
function byCount(
  { value, noun }: Claim,
  unsaid: readonly Holding[],
  all: readonly Holding[],
): Disagreement[] {
  if (all.some((holding) => holding.values.has(value) && fits(holding, noun))) return [];
  const lists = all.filter(({ kind }) => kind === "list");
  const found = unsaid.filter((holding) => fits(holding, noun) || isOnly(holding, lists));
  // If several may be meant, the right one is unknown.
  const [one] = found;
  if (!one || found.length > 1) return [];
  if (value > one.held && !holdsFewer(one, fits(one, noun))) return [];
  return [{ by: "summary", claimed: value, held: one.held, name: one.name, kind: one.kind }];
}

function fits({ stems, people, items, kind, areIds }: Holding, noun: string): boolean {
  // A list of addresses named `emails` does not count the mails sent to them.
  if (isMail(noun) && kind === "list" && items === "texts" && !areIds) return false;
  return stems.includes(noun) || (people && isPeople(noun));
}

function isOnly(holding: Holding, lists: readonly Holding[]): boolean {
  const { stems, kind } = holding;
  const bare = stems.length === 0 || stems.every((stem) => ANYTHING.has(stem));
  return kind === "list" && bare && lists.length === 1;
}

/** Whether the real number cannot be higher: an item or an address may represent many. */
function holdsFewer({ kind, items, areIds, manifold, held }: Holding, named: boolean): boolean {
  if (kind === "number") return true;
  return !manifold && named && held > 1 && (areIds || items === "objects");
}

/** The fact `how_many` names no noun: it is compared with the only list that it can mean. */
function byFact(value: number, unsaid: readonly Holding[], all: readonly Holding[]): Disagreement[] {
  const isSole = all.filter(({ kind }) => kind === "list").length === 1;
  const means = ({ people, stems, areIds, kind }: Holding) =>
    people || stems.some((stem) => ACTED_ON.has(stem)) || (areIds && kind === "list" && isSole);
  const strong = all.filter(means);
  const [one] = strong;
  if (!one || strong.length > 1 || !unsaid.includes(one) || all.some(({ values }) => values.has(value)))
    return [];
  const fewer = one.items === "objects" && holdsFewer(one, true);
  const wrong = value < one.held ? value > 1 || one.held >= FAR_MORE : fewer || one.kind === "number";
  return wrong ? [{ by: "how_many", claimed: value, held: one.held, name: one.name, kind: one.kind }] : [];
}
