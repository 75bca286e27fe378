import type { JsonNode } from "@/lib/core/json/parse";
import type { Facts } from "../schema";
import { type Claim, claimsIn, numbersIn, wholeNumber } from "./claimed-numbers";
import { type Holding, holdingsOf } from "./held-numbers";
import { isMail, isPeople } from "./key-words";
import type { Disagreement } from "./types";

/** Names of lists that say nothing of what is in them. */
const ANYTHING = new Set(["item", "target", "entry", "object", "element"]);

/** Lists of what is acted on, whatever it is called in the call's words. */
const ACTED_ON = new Set("row record document email mail message".split(" "));

/** Of one act, such as a commit or a mail, there may be several of these: only far more are told. */
const FAR_MORE = 10;

/**
 * Where the count that a call's words claim cannot be what its arguments hold. Silent wherever both may be true: it is for people who
 * have learned to believe it.
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
  // A number that the sentence names anywhere is not kept from its reader.
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

/** What a sentence counts, against what the arguments hold of just that. */
function byCount(
  { value, noun }: Claim,
  unsaid: readonly Holding[],
  all: readonly Holding[],
): Disagreement[] {
  if (all.some((holding) => holding.values.has(value) && fits(holding, noun))) return [];
  const lists = all.filter(({ kind }) => kind === "list");
  const found = unsaid.filter((holding) => fits(holding, noun) || isOnly(holding, lists));
  // Where several may be meant, nobody can say which one is.
  const [one] = found;
  if (!one || found.length > 1) return [];
  if (value > one.held && !holdsFewer(one, fits(one, noun))) return [];
  return [{ by: "summary", claimed: value, held: one.held, name: one.name, kind: one.kind }];
}

function fits({ stems, people, items, kind, areIds }: Holding, noun: string): boolean {
  // A list of addresses that is called `emails` does not count what is sent to them.
  if (isMail(noun) && kind === "list" && items === "texts" && !areIds) return false;
  return stems.includes(noun) || (people && isPeople(noun));
}

function isOnly(holding: Holding, lists: readonly Holding[]): boolean {
  const { stems, kind } = holding;
  const bare = stems.length === 0 || stems.every((stem) => ANYTHING.has(stem));
  return kind === "list" && bare && lists.length === 1;
}

/** Whether it cannot be more than it holds: an item may stand for many, an address for a whole list of people. */
function holdsFewer({ kind, items, areIds, manifold, held }: Holding, named: boolean): boolean {
  if (kind === "number") return true;
  return !manifold && named && held > 1 && (areIds || items === "objects");
}

/** The fact `how_many` says of nothing in particular how many: it is held against the one list that it can mean. */
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
