import type { JsonNode } from "@/lib/core/json/parse";
import {
  type Applicator,
  broken,
  FITS,
  type Judge,
  merged,
  type Outcome,
  type Site,
  surelyFits,
} from "./outcome";
import { countIn, listIn } from "./values";

type Item = { node: JsonNode; index: number };

function itemsOf(site: Site, from = 0): Item[] {
  if (site.node.kind !== "array") return [];
  return site.node.items.slice(from).map((node, index) => ({ node, index: from + index }));
}

function applyToEach(schema: JsonNode, items: readonly Item[], site: Site, judge: Judge): Outcome {
  const outcomes = items.map(({ node, index }) => {
    const pointer = `${site.pointer}/${index}`;
    judge.work(1);
    if (schema.kind === "constant" && schema.value === false)
      return broken({ pointer, message: "The tool's definition has no such item." });
    return judge.apply(schema, site, { node, pointer });
  });
  return judge.having(
    merged(outcomes),
    items.map((item) => item.node),
  );
}

/** Schemas for the first items, one each. */
function byPlace(schemas: readonly JsonNode[], site: Site, judge: Judge): Outcome {
  const all = itemsOf(site);
  return merged(
    schemas.flatMap((schema, index) => {
      const item = all[index];
      return item ? [applyToEach(schema, [item], site, judge)] : [];
    }),
  );
}

const prefixItems: Applicator = (rule, site, judge) => byPlace(listIn(rule, "prefixItems"), site, judge);

/** Before 2020-12 a list applies to the first items, and `additionalItems` to the rest. */
const items: Applicator = (rule, site, judge) => {
  if (rule.kind === "array") return byPlace(rule.items, site, judge);
  const prefix = site.rules.get("prefixItems");
  return applyToEach(rule, itemsOf(site, prefix?.kind === "array" ? prefix.items.length : 0), site, judge);
};

const additionalItems: Applicator = (rule, site, judge) => {
  const first = site.rules.get("items");
  return first?.kind === "array" ? applyToEach(rule, itemsOf(site, first.items.length), site, judge) : FITS;
};

const contains: Applicator = (rule, site, judge) => {
  if (site.node.kind !== "array") return FITS;
  const matching = itemsOf(site).filter(({ node, index }) => {
    judge.work(1);
    return surelyFits(judge.apply(rule, site, { node, pointer: `${site.pointer}/${index}` }));
  });
  const bound = (keyword: string, otherwise: number) => {
    const limit = site.home.draft >= 2019 ? site.rules.get(keyword) : undefined;
    return limit ? countIn(limit, keyword) : otherwise;
  };
  const [least, most] = [bound("minContains", 1), bound("maxContains", Number.POSITIVE_INFINITY)];
  const found = matching.length;
  if (found >= least && found <= most) {
    // 2019-09 left `contains` undefined here.
    return site.home.draft >= 2020
      ? judge.having(
          FITS,
          matching.map((item) => item.node),
        )
      : FITS;
  }
  const wanted = found < least ? `at least ${least}` : `at most ${most}`;
  const message = `The tool's definition wants ${wanted} items of one kind here; there are ${found}.`;
  return broken({ pointer: site.pointer, message });
};

/** Items that no other rule evaluated. */
export function unevaluatedItems(
  rule: JsonNode,
  site: Site,
  judge: Judge,
  seen: ReadonlySet<JsonNode>,
): Outcome {
  const others = itemsOf(site).filter(({ node }) => !seen.has(node));
  return applyToEach(rule, others, site, judge);
}

export const ARRAY_RULES: ReadonlyMap<string, Applicator> = new Map([
  ["prefixItems", prefixItems],
  ["items", items],
  ["additionalItems", additionalItems],
  ["contains", contains],
]);
