import { type Cursor, defineCursor, type PlaceOf, textOf } from "./cursors";
import { type Kinds, type ListProblem, readFilters, type Search, textIn, type Values } from "./filters";
import { type Kind, oneOf } from "./kinds";

type Filter<K extends Kinds, V extends string> = Values<K> &
  ([V] extends [never] ? unknown : { view: V }) & { cursor?: string };

export type ListChip<N extends string = string> = { name: N; value: string; href: string };

export type List<F, N extends string, P, V extends string = never> = {
  readonly path: string;
  readonly cursor: Cursor<P>;
  /**
   * Parses query parameters. Reports and drops invalid ones.
   * @param home view without a `view` parameter
   */
  parse: (search: Search, home?: V) => { filter: F; problems: ListProblem[] };
  entries: (filter: F) => [name: string, value: string][];
  isNarrowed: (filter: F) => boolean;
  /** Active filters, each with a link that removes it. */
  chips: (filter: F, path?: string) => ListChip<N>[];
  query: (filter: F) => string;
  link: (filter: F, change?: Partial<F>, path?: string) => string;
  rowLink: (filter: F, id: string) => string;
};

export type FilterOf<L> = L extends List<infer F, infer _N, infer _P, infer _V> ? F : never;

export type FilterNameOf<L> = L extends List<infer _F, infer N, infer _P, infer _V> ? N : never;

type Definition<K extends Kinds, P, V extends string> = {
  path: string;
  name: string;
  filters: K;
  /** Predefined filters, exactly one of which is active. The default one is omitted from URLs. */
  views?: { of: readonly V[]; usual: (values: Values<K>) => NoInfer<V> };
  cursor: P;
  cursorName?: string;
};

type Loose = Readonly<Record<string, unknown>>;

type Entry = [name: string, value: string];

/** All that addresses and pages of a list need, from one definition. */
export function defineList<
  const K extends Kinds,
  const P extends readonly Kind<unknown>[],
  V extends string = never,
>(definition: Definition<K, P, V>): List<Filter<K, V>, keyof K & string, PlaceOf<P>, V> {
  const { path: home, name, filters, views, cursorName = "cursor" } = definition;
  const cursor = defineCursor(name, definition.cursor);
  const narrowing = (filter: Loose) =>
    Object.keys(filters).flatMap((one): Entry[] => (isSet(filter[one]) ? [[one, textOf(filter[one])]] : []));
  const entries = (filter: Loose): Entry[] =>
    views ? [["view", textOf(filter.view)], ...narrowing(filter)] : narrowing(filter);
  const query = (filter: Loose) => {
    const usual = views?.usual(filter as Values<K>);
    const said = entries(filter).filter(([one, value]) => one !== "view" || value !== usual);
    if (typeof filter.cursor === "string") said.push([cursorName, filter.cursor]);
    return said.length > 0 ? `?${new URLSearchParams(said)}` : "";
  };
  const link = (filter: Loose, change: Loose = {}, path = home) => {
    const said = query({ ...filter, cursor: undefined, ...change });
    return path + (path.includes("?") ? said.replace("?", "&") : said);
  };
  return {
    path: home,
    cursor,
    parse: (search, homeView) => parse({ ...definition, cursorName }, cursor, search, homeView),
    entries,
    isNarrowed: (filter: Loose) => narrowing(filter).length > 0,
    chips: (filter: Loose, path) =>
      narrowing(filter).map(([one, value]) => ({
        name: one as keyof K & string,
        value,
        href: link(filter, { [one]: undefined }, path),
      })),
    query,
    link,
    rowLink: (filter: Loose, id) => `${home}/${id}${query(filter)}`,
  };
}

function parse<K extends Kinds, V extends string>(
  { filters, views, cursorName }: Omit<Definition<K, unknown, V>, "cursor"> & { cursorName: string },
  cursor: Pick<Cursor<unknown>, "find">,
  search: Search,
  homeView: V | undefined,
): { filter: Filter<K, V>; problems: ListProblem[] } {
  const read = readFilters(filters, search);
  const view = readFilters({ view: oneOf(views?.of ?? []) }, views ? search : {});
  const problems = [...view.problems, ...read.problems];
  const filter: Record<string, unknown> = { ...read.values };
  if (views) filter.view = view.values.view ?? homeView ?? views.usual(read.values);
  const sent = textIn(search[cursorName]);
  if (sent !== undefined && cursor.find(sent)) filter.cursor = sent;
  else if (sent !== undefined) problems.push({ name: cursorName, sent, accepts: null });
  return { filter: filter as Filter<K, V>, problems };
}

function isSet(value: unknown): boolean {
  return value !== undefined && value !== "";
}
