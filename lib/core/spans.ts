export type SpanFacts = Record<string, string | number>;

export type Span = {
  /** W3C `traceparent` for subsequent work. */
  traceParent: string;
  /** @param failed the `error.type` of failed work; @param name replaces the first name */
  end(facts: SpanFacts, options?: { failed?: string; name?: string }): void;
};

export type Tracer = {
  start(kind: "server" | "client" | "internal", name: string, parent: string | null): Span;
  /** Exports each span as it ends from now on. Resolves when earlier spans are exported or lost. */
  finish(): Promise<void>;
};
