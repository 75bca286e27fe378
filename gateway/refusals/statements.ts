import { isObject, keysOf, textOf } from "./literals";
import { valueAt } from "./nodes";
import { asSpelled } from "./spelling";
import type { Json, Key } from "./types";

// The statements in service responses of any structure.

/** A sentence, with its code if any, and its path; no keys if it names none. */
export type Statement = { text: string; place: Key[] };

const PLACES =
  /^(?:field|path|param|parameter|pointer|property|propertyName|target|loc|attr|attribute|argument|fields|instancePath|name|key)$/i;
const CONTAINERS =
  /^(?:errors?|_errors|details?|data|issues|violations|fieldErrors|messages?|validationErrors|constraints|extensions|root_cause|caused_by|error_chain|errorMessages|context_info|body|userErrors|inner\w*|\d+)$/i;
const HIDDEN =
  /^(?:help|more_info|documentation_url|type|status|object|request_?id|location|@type|date|resource|isValid)$/i;
const HEDGE = /\bor [^.,]{1,40} may (?:be|have) [^.,]{1,80}/i;
const PROSE =
  /^(?:(?:err(?:or)?)?_?(?:message|msg|code)|description|reason|issue|title|err\w*|text|value|keyword)$/i;
/** Maximum characters read per statement. */
export const TEXT_MAX = 1_500;
/** Maximum statements read per response. */
export const STATEMENTS_MAX = 30;

/** The statements in a response, with paths from their members or ancestors. */
export function statementsOf(value: Json, place: readonly Key[], root: Json): Statement[] {
  if (typeof value === "string") return [{ text: value, place: [...place] }];
  if (Array.isArray(value)) return value.flatMap((one) => statementsOf(one, place, root));
  if (!isObject(value)) return [];
  const members = Object.entries(value);
  const named = members.flatMap(([name, one]): Key[][] => {
    if (!PLACES.test(name)) return [];
    if (/^(?:name|key|target)$/i.test(name) && members.some(([, each]) => typeof each === "object" && each))
      return [];
    const path = pathOf(one);
    return isName(path) ? [keysOf(path)] : [];
  });
  const texts = members.filter(
    ([name, one]) => typeof one === "string" && !HIDDEN.test(name) && !PLACES.test(name),
  );
  const own = named[0] ? [...place, ...named[0]] : place;
  const text = texts.map(([, one]) => one).join(" \u2014 ");
  const inner = members.flatMap(([name, one]) => {
    if (typeof one === "string" || (PLACES.test(name) && isName(pathOf(one)))) return [];
    const isPlace =
      !CONTAINERS.test(name) ||
      valueAt(root, asSpelled(root, [...own, ...keysOf(name)], "other")) !== undefined;
    return HIDDEN.test(name) ? [] : statementsOf(one, isPlace ? [...own, ...keysOf(name)] : own, root);
  });
  const under = texts.flatMap(([name, one]) =>
    CONTAINERS.test(name) || PROSE.test(name) ? [] : statementsOf(one ?? "", [...own, ...keysOf(name)], root),
  );
  const isSaid = named.length > 0 || under.length === 0 || texts.some(([name]) => PROSE.test(name));
  return [
    ...inner,
    ...(!isSaid ? under : text === "" ? [] : [{ text: text.replace(HEDGE, ""), place: [...own] }]),
  ];
}

const pathOf = (one: Json) =>
  Array.isArray(one) ? one.map(textOf).join(".") : typeof one === "string" ? one : "";

const isName = (path: string) => path !== "" && !/\s/.test(path);
