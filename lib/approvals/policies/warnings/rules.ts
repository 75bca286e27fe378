import { type ArgumentCondition, NAME_LISTS, type NameList, type Policy } from "../types";

/** Something in a policy that most likely is not as it was meant; it is saved all the same. `pointer`: where, within the policy. */
export type PolicyWarning = { pointer: string; message: string };

/** Signs of other languages for patterns, where somebody most likely meant them: here all but the star stand for themselves. */
const SIGNS = /^[!^]|\$$|[?|\\]|\[[^\]]*\]|\{[^}]*[,}]|\.\*|\([^)]*\)/;

const ONE_SIGN = "A star stands for any text; every other sign stands for itself";

/** The name of a list as it is written. */
export const writtenList = (list: NameList) => (list === "onBehalfOf" ? "on_behalf_of" : list);

/** Whether a pattern has signs that stand for themselves though they mean something elsewhere. */
export const hasSigns = (pattern: string): boolean => SIGNS.test(pattern);

export const signsWords = (pattern: string): string =>
  `${ONE_SIGN}, so “${pattern}” fits only names that have them.`;

/** What a policy says in signs that mean nothing here: in patterns of names that nobody keeps a list of, in conditions and their paths. */
export function signWarnings({ match, budget }: Policy): PolicyWarning[] {
  const free: readonly NameList[] = NAME_LISTS.filter((list) => !KEPT_LISTS.some((kept) => kept === list));
  const names = free.flatMap((list) =>
    match[list].flatMap((pattern, at) =>
      hasSigns(pattern)
        ? [{ pointer: `/match/${writtenList(list)}/${at}`, message: signsWords(pattern) }]
        : [],
    ),
  );
  const conditions = match.arguments.flatMap((one, at) => conditionWarnings(one, `/match/arguments/${at}`));
  return [...names, ...conditions, ...(budget?.of ? pathWarnings(budget.of, "/budget/of") : [])];
}

/** The lists of names that can be looked up. */
export const KEPT_LISTS = [
  "tenants",
  "gateways",
  "providers",
  "tools",
] as const satisfies readonly NameList[];

function conditionWarnings(one: ArgumentCondition, pointer: string): PolicyWarning[] {
  const path = pathWarnings(one.path, `${pointer}/path`);
  if (one.op !== "matches" || !hasSigns(one.value)) return path;
  return [...path, { pointer: `${pointer}/value`, message: signsWords(one.value) }];
}

/** A path in the manner of JSONPath or of shells is a JSON pointer to members of such names. */
function pathWarnings(path: string, pointer: string): PolicyWarning[] {
  const steps = path.split("/").slice(1);
  if (steps.includes("**"))
    return [{ pointer, message: "** is the name of a member here. Write one * for each step: /*/*/b." }];
  const step = steps.find((one) => /\[(?:\*|\d*)\]$/.test(one));
  if (step === undefined) return [];
  return [
    {
      pointer,
      message: `“${step}” is the name of a member here. The items of a list are steps of their own: ${path.replaceAll(/\[(\*|\d*)\]/g, "/$1")}.`,
    },
  ];
}
