import { comparableName } from "@/lib/core/text/address";
import { either } from "@/lib/core/text/either";
import type { CallForPolicies } from "../call";
import type { Condition } from "./condition";
import { compilePatterns, folded } from "./patterns";
import type { KeyOf } from "./types";

type NameFact = {
  [F in keyof CallForPolicies]-?: CallForPolicies[F] extends string | null | undefined ? F : never;
}[keyof CallForPolicies];

/** Pattern lists; any pattern must match the call's fact. */
export const NAMES: { [C in KeyOf<"names">]: Condition<"names"> } = {
  tenants: names("tenant", "for the tenant", { label: "Tenants, by key", rare: "tenants" }),
  gateways: names("gateway", "through the gateway", { label: "Gateways", hint: "Pick them, or type names" }),
  providers: names("provider", "of the provider", { label: "Providers", rare: "providers" }),
  tools: names("tool", "to", { label: "Tools", hint: "Pick them, or type names such as *refund*" }),
  agents: names("agent", "by the agent", { label: "Agents", rare: "agents" }),
  models: names("model", "on the model", { label: "Models", rare: "models" }),
  onBehalfOf: names("onBehalfOf", "on behalf of", {
    label: "On behalf of",
    hint: "The person the call is made for, for example *@acme.example",
    rare: "people",
  }),
};

function names(fact: NameFact, before: string, field: Condition["field"]): Condition<"names"> {
  const words = (patterns: readonly string[]) => `${before} ${either(patterns)}`;
  return {
    field,
    words,
    compile: (patterns, allows) => {
      if (patterns.length === 0) return [];
      const isFitting = namesFit(patterns, allows);
      const fits = ({ [fact]: name }: CallForPolicies) =>
        typeof name === "string" ? isFitting(name) : name === null ? false : undefined;
      return [{ fits, words: () => words(patterns) }];
    },
  };
}

/** A stop also covers look-alikes: other Unicode forms, or the same person's other address. */
export function namesFit(patterns: readonly string[], allows: boolean): (name: string) => boolean {
  const isExact = compilePatterns(patterns);
  const plain = allows ? [] : patterns.map(comparableName);
  const readsSame = compilePatterns(plain);
  const isPlain = plain.every((pattern, at) => pattern === folded(patterns[at] ?? ""));
  return (name) => {
    const own = folded(name);
    if (isExact(own)) return true;
    if (allows) return false;
    const same = comparableName(name);
    return (same !== own || !isPlain) && readsSame(same);
  };
}
