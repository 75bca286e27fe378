/** What a span says. No arguments, rationales, addresses with their paths, or secrets. */
export type SpanFacts = Record<string, string | number>;

/** A unit of work that a trace shows. */
export type Span = {
  /** The W3C `traceparent` for what this work causes. */
  traceParent: string;
  /** @param failed the `error.type`, where the work failed; @param name in place of the first one */
  end(facts: SpanFacts, options?: { failed?: string; name?: string }): void;
};

/** Makes and exports spans. `parent` is a valid `traceparent`; null begins a trace. */
export type Tracer = {
  start(kind: "server" | "client" | "internal", name: string, parent: string | null): Span;
  /** From now on spans are exported as soon as they end. Resolves when what ended so far is exported or lost. */
  finish(): Promise<void>;
};
