import type { JsonNode } from "@/lib/core/json/parse";
import { ARRAY_RULES, unevaluatedItems } from "./arrays";
import { ASSERTIONS } from "./assertions";
import { CHOICE_RULES } from "./choices";
import { Definitions, type Draft, type Resource, type Rules, type Target } from "./definitions";
import { OBJECT_RULES, unevaluatedProperties } from "./objects";
import { NotChecked } from "./obstacles";
import { type Applicator, broken, FITS, type Judge, merged, type Outcome, type Site } from "./outcome";
import { Patterns } from "./patterns";

// Steps of one check: at worst half a second on a busy machine.
const WORK_MAX = 300_000;

// Depth of nested schemas; values nest to 64 at most.
const DEPTH_MAX = 400;

const APPLICATORS: ReadonlyMap<string, Applicator> = new Map([
  ...CHOICE_RULES,
  ...OBJECT_RULES,
  ...ARRAY_RULES,
]);

// Newer keywords mean nothing in older drafts. (Keywords dropped later still apply.)
const INTRODUCED: ReadonlyMap<string, Draft> = new Map([
  ["const", 6],
  ["contains", 6],
  ["propertyNames", 6],
  ["if", 7],
  ["dependentRequired", 2019],
  ["dependentSchemas", 2019],
  ["unevaluatedItems", 2019],
  ["unevaluatedProperties", 2019],
  ["$recursiveRef", 2019],
  ["prefixItems", 2020],
  ["$dynamicRef", 2020],
]);

/**
 * Validates a value against a schema, both possibly hostile: counts every step, fetches nothing,
 * rounds nothing.
 */
export class SchemaJudge implements Judge {
  readonly skipped = new Set<string>();
  private readonly definitions: Definitions;
  private readonly patterns = new Patterns();
  private readonly known = new Map<JsonNode, Map<JsonNode, Outcome>>();
  private steps = 0;

  constructor(
    private readonly root: JsonNode,
    private readonly text: string,
  ) {
    this.definitions = new Definitions(root);
  }

  judge(node: JsonNode): Outcome {
    return this.evaluate(this.root, { node, pointer: "", scope: [], depth: 0 });
  }

  apply(schema: JsonNode, site: Site, below: { node: JsonNode; pointer: string } = site): Outcome {
    const { node, pointer } = below;
    return this.evaluate(schema, { node, pointer, scope: site.scope, depth: site.depth + 1 });
  }

  applyReferred(target: JsonNode, site: Site): Outcome {
    // Without this cache a schema could take forever.
    const known = this.known.get(target)?.get(site.node);
    if (known) return known;
    const outcome = this.apply(target, site);
    if (this.definitions.usesDynamicRefs) return outcome;
    const outcomes = this.known.get(target) ?? new Map<JsonNode, Outcome>();
    this.known.set(target, outcomes);
    outcomes.set(site.node, outcome);
    return outcome;
  }

  /** Tracking evaluated values is slow, and only the unevaluated… rules need it. */
  having(outcome: Outcome, seen: Iterable<JsonNode>): Outcome {
    if (!this.definitions.usesUnevaluated) return outcome;
    return { ...outcome, seen: new Set([...outcome.seen, ...seen]) };
  }

  rulesOf(schema: JsonNode): Rules {
    return this.definitions.rulesOf(schema);
  }

  matches(pattern: string, text: string): boolean | null {
    this.work(1 + text.length / 100);
    return this.patterns.matches(pattern, text);
  }

  resolve(reference: string, from: Resource): Target {
    return this.definitions.resolve(reference, from);
  }

  homeOf(schema: JsonNode): Resource {
    return this.definitions.homeOf(schema);
  }

  readonly textOf = (rule: JsonNode): string => this.text.slice(rule.start, rule.end);

  work(steps: number): void {
    this.steps += steps;
    if (this.steps > WORK_MAX) throw new NotChecked("checking would take too long");
  }

  skip(keyword: string): void {
    this.skipped.add(keyword);
  }

  private evaluate(schema: JsonNode, at: Pick<Site, "node" | "pointer" | "scope" | "depth">): Outcome {
    this.work(1);
    if (at.depth > DEPTH_MAX)
      throw new NotChecked("its definition nests too deeply or refers to itself without end");
    if (schema.kind === "constant" && schema.value === true) return FITS;
    if (schema.kind === "constant" && schema.value === false)
      return broken({ pointer: at.pointer, message: "The tool's definition allows no value here." });
    if (schema.kind !== "object")
      throw new NotChecked("its definition contains something that is not a definition");
    const home = this.definitions.homeOf(schema);
    const scope = at.scope.at(-1) === home ? at.scope : [...at.scope, home];
    return this.applyRules({ ...at, rules: this.definitions.rulesOf(schema), home, scope });
  }

  private applyRules(site: Site): Outcome {
    const { rules, home } = site;
    // Up to draft 7 a reference overrides its sibling keywords.
    const alone = home.draft <= 7 ? rules.get("$ref") : undefined;
    const applied = alone ? new Map([["$ref", alone]]) : rules;
    const outcomes: Outcome[] = [];
    for (const [keyword, rule] of applied) {
      if ((INTRODUCED.get(keyword) ?? 0) > home.draft) continue;
      this.work(1);
      const applicator = APPLICATORS.get(keyword);
      const told = applicator ? applicator(rule, site, this) : this.assert(keyword, rule, site);
      if (told !== FITS) outcomes.push(told);
    }
    const outcome = merged(outcomes);
    return this.definitions.usesUnevaluated ? this.withUnevaluated(outcome, site) : outcome;
  }

  private assert(keyword: string, rule: JsonNode, { node, pointer, rules }: Site): Outcome {
    const assertion = ASSERTIONS.get(keyword);
    const message = assertion ? assertion(rule, node, this, rules) : null;
    if (message === null) return FITS;
    if (message !== undefined) return broken({ pointer, message });
    this.skip(keyword);
    return { ...FITS, unsure: true };
  }

  private withUnevaluated(outcome: Outcome, site: Site): Outcome {
    if (site.home.draft < 2019) return outcome;
    const [properties, items] = [site.rules.get("unevaluatedProperties"), site.rules.get("unevaluatedItems")];
    const others = [
      properties ? unevaluatedProperties(properties, site, this, outcome.seen) : FITS,
      items ? unevaluatedItems(items, site, this, outcome.seen) : FITS,
    ];
    this.work(outcome.seen.size);
    return merged([outcome, ...others]);
  }
}
