import { CodeBlock } from "@/components/ui/code";
import type { Operation } from "@/lib/api/openapi";

type Schema = {
  type?: string | string[];
  properties?: Record<string, Schema>;
  required?: string[];
  enum?: unknown[];
  anyOf?: Schema[];
  items?: Schema;
  description?: string;
  maxLength?: number;
  minLength?: number;
  minimum?: number;
  maximum?: number;
};
type Described = {
  parameters: { name: string; in: string; required: boolean; schema: Schema }[];
  requestBody?: { content: { "application/json": { schema: Schema } } };
  responses: Record<string, { description: string }>;
};

const EXAMPLE = `curl -sS http://localhost:3000/api/v1/authorize \\
  -H "Authorization: Bearer $COUNTERSIGN_KEY" -H 'Content-Type: application/json' \\
  -d '{"tenant": "acme", "tool": "send-broadcast", "risk": "high",
       "arguments": {"segmentId": "seg_all"},
       "rationale": "The product owner asked to announce the new tiers."}'`;

/** Every operation, made from the schemas the routes check with. */
export function ApiReference({
  operations,
  paths,
}: {
  operations: readonly Operation[];
  paths: Record<string, Record<string, Described>>;
}) {
  return (
    <main id="main" className="mx-auto w-full max-w-3xl px-4 py-6 md:px-7">
      <h1 className="text-2xl font-bold">API reference</h1>
      <p className="mt-1 text-fg-muted">
        JSON over HTTP, snake_case. A gateway sends its key (<code className="mono">csk_…</code>) as a bearer
        credential, a person’s automation a personal token (<code className="mono">cst_…</code>). Errors are
        problem documents (RFC 9457). For machines:{" "}
        <a className="underline" href="/api/openapi.json">
          /api/openapi.json
        </a>
        .
      </p>
      <div className="mt-4">
        <CodeBlock label="Example">{EXAMPLE}</CodeBlock>
      </div>
      <nav aria-label="Operations" className="mt-6">
        <ul className="grid gap-x-6 gap-y-1 text-sm md:grid-cols-2">
          {operations.map((operation) => (
            <li key={anchor(operation)}>
              <a className="mono inline-block min-h-6 hover:underline" href={`#${anchor(operation)}`}>
                {operation.method.toUpperCase()} {operation.path}
              </a>
            </li>
          ))}
        </ul>
      </nav>
      {operations.map((operation) => {
        const described = paths[operation.path]?.[operation.method];
        return described ? (
          <OneOperation key={anchor(operation)} operation={operation} described={described} />
        ) : null;
      })}
    </main>
  );
}

function anchor({ method, path }: Operation): string {
  return `${method}${path.replace(/[^a-z0-9]+/gi, "-")}`.replace(/-$/, "");
}

function OneOperation({ operation, described }: { operation: Operation; described: Described }) {
  const body = described.requestBody?.content["application/json"].schema;
  const answers = Object.entries(described.responses).filter(([status]) => status !== "default");
  return (
    <section
      id={anchor(operation)}
      aria-labelledby={`${anchor(operation)}-title`}
      className="mt-8 border-t border-border pt-5"
    >
      <h2 id={`${anchor(operation)}-title`} className="mono text-base font-bold break-all">
        {operation.method.toUpperCase()} {operation.path}
      </h2>
      <p className="mt-1">{operation.summary}</p>
      <p className="mt-1 text-sm text-fg-subtle">For: {operation.who}</p>
      {described.parameters.length > 0 && (
        <Members
          title="Parameters"
          rows={described.parameters.map(({ name, required, schema }) => ({ name, required, schema }))}
        />
      )}
      {body && bodies(body).map(({ title, rows }) => <Members key={title} title={title} rows={rows} />)}
      <h3 className="mt-4 mb-1 text-sm font-bold">Answers</h3>
      <ul className="text-sm">
        {answers.map(([status, { description }]) => (
          <li key={status}>
            <span className="mono">{status}</span> {description}
          </li>
        ))}
      </ul>
    </section>
  );
}

type Row = { name: string; required: boolean; schema: Schema };

function bodies(schema: Schema): { title: string; rows: Row[] }[] {
  if (schema.anyOf)
    return schema.anyOf.flatMap((one, index) =>
      bodies(one).map((body) => ({ ...body, title: index === 0 ? "Body" : "or" })),
    );
  const rows = Object.entries(schema.properties ?? {}).map(([name, property]) => ({
    name,
    required: schema.required?.includes(name) ?? false,
    schema: property,
  }));
  return [{ title: "Body", rows }];
}

function Members({ title, rows }: { title: string; rows: readonly Row[] }) {
  return (
    <>
      <h3 className="mt-4 mb-1 text-sm font-bold">{title}</h3>
      <dl className="grid gap-y-1 text-sm md:grid-cols-[200px_1fr]">
        {rows.map(({ name, required, schema }) => (
          <div key={name} className="contents">
            <dt className="mono">
              {name}
              {required ? <span className="font-sans text-fg-subtle"> required</span> : null}
            </dt>
            <dd className="mb-1 text-fg-muted md:mb-0">
              {[kindOf(schema), limitsOf(schema), schema.description].filter(Boolean).join(" · ")}
            </dd>
          </div>
        ))}
      </dl>
    </>
  );
}

function kindOf(schema: Schema): string {
  if (schema.enum) return schema.enum.map(String).join(" | ");
  if (schema.anyOf) return schema.anyOf.map(kindOf).join(" or ");
  if (schema.type === "array") return `list of ${schema.items ? kindOf(schema.items) : "values"}`;
  return Array.isArray(schema.type) ? schema.type.join(" or ") : (schema.type ?? "any JSON value");
}

function limitsOf({ minLength, maxLength, minimum, maximum }: Schema): string {
  const characters =
    maxLength === undefined ? "" : `${minLength ?? 0} to ${maxLength.toLocaleString("en")} characters`;
  const sane = maximum !== undefined && maximum < Number.MAX_SAFE_INTEGER;
  return characters || (sane ? `${minimum ?? 0} to ${maximum.toLocaleString("en")}` : "");
}
