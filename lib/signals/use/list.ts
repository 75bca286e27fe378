import { oneOf } from "@/lib/core/list/kinds";
import { USE_BY, USE_DAYS, type UseBy, type UseDays } from "./types";

type Asked = { by: UseBy; days: UseDays };

/** Defaults of the query parameters. */
const USUAL: Asked = { by: "version", days: "14" };

const read = <T extends string>(words: readonly T[], given: string | string[] | undefined, usual: T): T =>
  (typeof given === "string" ? oneOf(words).read(given) : undefined) ?? usual;

/** By what and over how many days an address asks for a tool's figures. */
export function parseUse(search: Readonly<Record<string, string | string[] | undefined>>): Asked {
  return { by: read(USE_BY, search.by, USUAL.by), days: read(USE_DAYS, search.days, USUAL.days) };
}

/** The address of a tool's figures; what is usual needs no saying. */
export function figuresHref(id: string, asked: Asked): string {
  const said = Object.entries(asked).filter(([name, value]) => value !== USUAL[name as keyof Asked]);
  const query = new URLSearchParams(said).toString();
  return `/tools/${id}/use${query ? `?${query}` : ""}`;
}
