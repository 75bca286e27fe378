import { fromPointer } from "./literals";
import { isElsewhere, isOperational } from "./meanings";
import { COMMON, readMentions } from "./mentions";
import { valueAt } from "./nodes";
import { place } from "./places";
import { SENTENCE_MAX } from "./prefixes";
import { plain } from "./spelling";
import type { Json, Violation } from "./types";

// Chooses between a known sentence form and the arguments a message mentions.

// Programs' names for the whole arguments.
const AROUND = /^\/(?:arguments|args|params|parameters|request|input)$/;

const lastOf = ({ path }: Violation) => (path ?? "").slice((path ?? "").lastIndexOf("/") + 1);

/** Whether a missing argument's name is a name and not a word of the sentence. */
function isName(one: Violation, message: string): boolean {
  const name = lastOf(one);
  if (!/^[\w$.~ -]+$/.test(name)) return false;
  return !COMMON.test(name) || new RegExp(`["'\`:,[(-] ?${name}(?!\\w)`, "i").test(message);
}

/** Whether the arguments have the place, be it null there, or may lack it. */
const isPlaced = (args: Json) => (one: Violation) =>
  one.path !== null && (one.keyword === "required" || valueAt(args, fromPointer(one.path)) !== undefined);

/** Whether a reading names a fault, and a place that the arguments bear out. */
const isSure = (message: string, args: Json) => (one: Violation) =>
  isPlaced(args)(one) &&
  one.keyword !== "other" &&
  (one.keyword !== "required" || one.value !== undefined || isName(one, message));

const pathsOf = (all: readonly Violation[]) => all.map(({ path }) => path).join("\n");

/** Whether a kind says little: none, or a list of values that the message does not have. */
const isVague = ({ keyword, allowed }: Violation) =>
  keyword === "other" || (keyword === "enum" && allowed === undefined);

/** Whether what was sent empty is what the known reading calls missing. */
const isBlankOf = (known: Violation, one: Violation | undefined) =>
  known.keyword === "required" &&
  known.value === undefined &&
  one?.keyword === "required" &&
  one.value !== undefined &&
  plain(lastOf(known)).includes(plain(lastOf(one)));

type Readings = { mentioned: readonly Violation[]; known: readonly Violation[] };

function isBetter(message: string, args: Json, { mentioned, known }: Readings): boolean {
  if (mentioned.length === 0 || mentioned.length < known.length) return false;
  if (pathsOf(mentioned) === pathsOf(known))
    return known.every(
      (one, at) =>
        isVague(one) &&
        (one.keyword === "other" || /^(?:type|format)$/.test(mentioned[at]?.keyword ?? "")) &&
        mentioned[at]?.keyword !== "other",
    );
  if (known.length > 0 && known.every(isSure(message, args)))
    return known.every((one, at) => isBlankOf(one, mentioned[at]));
  return mentioned.every(isSure(message, args)) || !known.every(isPlaced(args)) || known.length === 0;
}

/** The better of the known reading of a message and of what it mentions; nothing where it is not about arguments. */
export function chosen(message: string, args: Json, all: readonly Violation[]): Violation[] {
  const own = all.filter(
    ({ path, keyword, value }) =>
      (value !== undefined || !AROUND.test(path ?? "")) &&
      (path !== null || !all.some((other) => other.path !== null && other.keyword === keyword)),
  );
  const known = own.length > 0 ? own : [...all];
  const isOwn = known.some((one) => one.path !== null && one.value !== undefined);
  if (
    !isOwn &&
    (isElsewhere(message) || (known.every(({ path }) => path === null) && isOperational(message)))
  )
    return [];
  if (
    known.length > 0 &&
    known.every((one) => one.value !== undefined && isSure(message, args)(one) && !isVague(one))
  )
    return known;
  const mentioned = place(readMentions(message.slice(0, SENTENCE_MAX), args), args);
  return isBetter(message, args, { mentioned, known }) ? mentioned : known;
}
