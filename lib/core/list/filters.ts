import { DomainError } from "../errors";
import type { Kind } from "./kinds";

/** The search params of an address, as a page is given them. */
export type Search = Readonly<Record<string, string | string[] | undefined>>;

/** The filters of a list by the names of their parameters. */
export type Kinds = Readonly<Record<string, Kind<string | number>>>;

/** The values of filters that are set. */
export type Values<K extends Kinds> = { [N in keyof K]?: K[N] extends Kind<infer T> ? T : never };

/** Something in an address that the list does not take. `accepts` is null for a cursor. */
export type ListProblem = { readonly name: string; readonly sent: string; readonly accepts: string | null };

/** One parameter's value, trimmed and as Postgres can hold it; undefined when there is none. */
export function textIn(value: string | string[] | undefined): string | undefined {
  const first = Array.isArray(value) ? value[0] : value;
  const given = first?.replaceAll("\0", "").toWellFormed().trim();
  return given === "" ? undefined : given;
}

/** The filters that an address sets, and what of it they do not take. */
export function readFilters<K extends Kinds>(
  kinds: K,
  search: Search,
): { values: Values<K>; problems: ListProblem[] } {
  const values: Record<string, string | number> = {};
  const problems: ListProblem[] = [];
  for (const [name, kind] of Object.entries(kinds)) {
    const sent = textIn(search[name]);
    if (sent === undefined) continue;
    const value = kind.read(sent);
    if (value === undefined) problems.push({ name, sent, accepts: kind.accepts });
    else values[name] = value;
  }
  return { values: values as Values<K>, problems };
}

/**
 * Refuses an address that a list takes only in part, where a person could not be told: a file would hold other rows than meant.
 * @throws DomainError VALIDATION_ERROR that names each parameter and what it takes
 */
export function refuse(problems: readonly ListProblem[]): void {
  const errors = problems.map(({ name, sent, accepts }) => ({
    pointer: `/${name}`,
    code: "invalid",
    message: accepts === null ? "not a cursor of this list" : `takes ${accepts}`,
    hint: accepts ?? undefined,
    received: sent,
  }));
  const [first] = errors;
  if (!first) return;
  throw new DomainError("VALIDATION_ERROR", `${problems[0]?.name}: ${first.message}. Nothing was sent.`, {
    errors,
  });
}
