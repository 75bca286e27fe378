import { DomainError } from "../errors";
import type { Kind } from "./kinds";

export type Search = Readonly<Record<string, string | string[] | undefined>>;

export type Kinds = Readonly<Record<string, Kind<string | number>>>;

export type Values<K extends Kinds> = { [N in keyof K]?: K[N] extends Kind<infer T> ? T : never };

export type ListProblem = { readonly name: string; readonly sent: string; readonly accepts: string | null };

/** One parameter's value, trimmed and valid for Postgres; undefined if missing. */
export function textIn(value: string | string[] | undefined): string | undefined {
  const first = Array.isArray(value) ? value[0] : value;
  const given = first?.replaceAll("\0", "").toWellFormed().trim();
  return given === "" ? undefined : given;
}

/** Filters from query parameters, and the parameters that are invalid. */
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
 * Refuses invalid parameters where no page can show them: a file would hold the wrong rows.
 * @throws DomainError VALIDATION_ERROR with each parameter and its valid values
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
