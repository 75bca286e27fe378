import "server-only";
import { snake } from "@/lib/core/casing";
import { read, type Tx } from "@/lib/core/db";
import type { Scope } from "@/lib/core/scope";
import { assertMayAdministerAll } from "@/lib/tenants/rules";
import { NAMES } from "./conditions/names";
import { compilePattern, folded } from "./conditions/patterns";
import type { ArgumentCondition, KeyOf } from "./conditions/types";
import { findDefinitionWarnings } from "./definitions/queries";
import type { Policy, PolicyWarning } from "./types";
import { namedLists } from "./types";

type KeptList = (typeof KEPT_LISTS)[number];

type NameList = KeyOf<"names">;

const KNOWN: Record<KeptList, (tx: Tx) => Promise<{ name: string }[]>> = {
  tenants: (tx) => tx.$queryRaw`select key as name from tenants`,
  gateways: (tx) => tx.$queryRaw`select name from gateways`,
  providers: (tx) => tx.$queryRaw`select distinct provider as name from tools`,
  tools: (tx) => tx.$queryRaw`select distinct name from tools`,
};

const NONE: Record<KeptList, (pattern: string) => string> = {
  tenants: (pattern) => `There is no tenant “${pattern}”.`,
  gateways: (pattern) => `There is no gateway “${pattern}”.`,
  providers: (pattern) => `No tool in the catalogue is of a provider “${pattern}”.`,
  tools: (pattern) => `No tool in the catalogue is named “${pattern}”.`,
};

// Each is compared with every name; patterns beyond this are not checked.
const STARRED_MAX = 200;

/**
 * Likely mistakes in policies: unknown names, meaningless pattern syntax, unknown people, and
 * conditions that do not agree with the tools' definitions. One list per policy, in the same order.
 * @throws DomainError FORBIDDEN
 */
export async function findNameWarnings(
  scope: Scope,
  policies: readonly Policy[],
): Promise<PolicyWarning[][]> {
  assertMayAdministerAll(scope, "see the names of every tenant");
  return read(scope, async (tx) => {
    const unknown: PolicyWarning[][] = policies.map(() => []);
    for (const list of KEPT_LISTS) await addUnknown(tx, list, policies, unknown);
    const people = await peopleNotThere(tx, policies);
    const defined = await findDefinitionWarnings(tx, policies);
    return policies.map((policy, at) => [
      ...(unknown[at] ?? []),
      ...signWarnings(policy),
      ...(defined[at] ?? []),
      ...people(policy),
    ]);
  });
}

async function addUnknown(tx: Tx, list: KeptList, policies: readonly Policy[], into: PolicyWarning[][]) {
  const asked = new Set(policies.flatMap(({ match }) => match[list]));
  if (asked.size === 0) return;
  const names = (await KNOWN[list](tx)).map(({ name }) => folded(name));
  const whole = new Set(names);
  const starred = [...asked].filter((pattern) => pattern.includes("*"));
  const fitting = new Set(starred.slice(STARRED_MAX));
  for (const pattern of starred.slice(0, STARRED_MAX)) {
    const fits = compilePattern(pattern);
    if (names.some((name) => fits(name))) fitting.add(pattern);
  }
  const isKnown = (pattern: string) =>
    pattern.includes("*") ? fitting.has(pattern) : whole.has(folded(pattern));
  for (const [at, { match }] of policies.entries())
    for (const [place, pattern] of match[list].entries())
      if (!isKnown(pattern))
        into[at]?.push({ pointer: `/match/${list}/${place}`, message: wordsOf(list, pattern) });
}

const wordsOf = (list: KeptList, pattern: string) =>
  hasSigns(pattern) ? `${NONE[list](pattern)} ${signsWords(pattern)}` : NONE[list](pattern);

type Person = { email: string; off: boolean };

async function peopleNotThere(
  tx: Tx,
  policies: readonly Policy[],
): Promise<(policy: Policy) => PolicyWarning[]> {
  const asked = [...new Set(policies.flatMap((policy) => namedPeople(policy).map(({ email }) => email)))];
  if (asked.length === 0) return () => [];
  const found = await tx.$queryRaw<Person[]>`
    select email, disabled_at is not null as off from users where email = any(${asked}::text[])`;
  const people = new Map(found.map((one) => [one.email, one]));
  return (policy) =>
    namedPeople(policy).flatMap(({ email, pointer }) => {
      const person = people.get(email);
      if (person && !person.off) return [];
      const message = person
        ? `${email} is switched off and cannot decide.`
        : `No account here has the address ${email}.`;
      return [{ pointer, message }];
    });
}

function namedPeople(policy: Policy): { email: string; pointer: string }[] {
  if (policy.action !== "require") return [];
  return namedLists(policy.require).flatMap(({ list, people }) =>
    people.map((email, at) => ({ email, pointer: `/require/${list}/people/${at}` })),
  );
}

/** Pattern syntax of other languages, probably meant as such: here all except `*` is literal. */
const SIGNS = /^[!^]|\$$|[?|\\]|\[[^\]]*\]|\{[^}]*[,}]|\.\*|\([^)]*\)/;

const ONE_SIGN = "A star stands for any text; every other sign stands for itself";

const hasSigns = (pattern: string): boolean => SIGNS.test(pattern);

const signsWords = (pattern: string): string =>
  `${ONE_SIGN}, so “${pattern}” fits only names that have them.`;

/** Warnings about such syntax in patterns of free names, in conditions and in their paths. */
function signWarnings({ match, budget }: Policy): PolicyWarning[] {
  const free = (Object.keys(NAMES) as NameList[]).filter((list) => !KEPT_LISTS.some((kept) => kept === list));
  const names = free.flatMap((list) =>
    (match[list] ?? []).flatMap((pattern, at) =>
      hasSigns(pattern) ? [{ pointer: `/match/${snake(list)}/${at}`, message: signsWords(pattern) }] : [],
    ),
  );
  const conditions = (["arguments", "facts"] as const).flatMap((list) =>
    (match[list] ?? []).flatMap((one, at) => conditionWarnings(one, `/match/${list}/${at}`)),
  );
  return [...names, ...conditions, ...(budget?.of ? pathWarnings(budget.of, "/budget/of") : [])];
}

const KEPT_LISTS = ["tenants", "gateways", "providers", "tools"] as const satisfies readonly NameList[];

function conditionWarnings(one: ArgumentCondition, pointer: string): PolicyWarning[] {
  const path = [...pathWarnings(one.path, `${pointer}/path`), ...formattedWarnings(one, `${pointer}/value`)];
  if (one.op !== "matches" || !hasSigns(one.value)) return path;
  return [...path, { pointer: `${pointer}/value`, message: signsWords(one.value) }];
}

/** A number as people write it, with separators: `1,500`. */
const FORMATTED_NUMBER = /^\s*-?\d{1,3}(?:[,'’_ \u00a0\u202f]\d{3})+(?:\.\d+)?\s*$/;

/** A formatted number is compared as the text that it is. */
function formattedWarnings(one: ArgumentCondition, pointer: string): PolicyWarning[] {
  const values = one.op !== "matches" && "value" in one ? [one.value].flat() : [];
  const text = values.find((value) => typeof value === "string" && FORMATTED_NUMBER.test(value));
  if (typeof text !== "string") return [];
  const digits = text.trim().replaceAll(/[^\d.-]/g, "");
  const message = `“${text}” is compared as a text, not as a number. To compare numbers, write ${digits} without quotes and separators.`;
  return [{ pointer, message }];
}

/** A JSONPath or shell-style path is a JSON pointer to members with such names. */
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
