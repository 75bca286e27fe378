import { CopyButton } from "@/components/ui/copy-button";
import { CodeBlock } from "@/components/ui/text/code";
import { ERROR_MEANINGS } from "@/components/words/docs";
import { ERROR_STATUS, type ErrorCode } from "@/lib/core/errors";
import { Answers } from "./answers";
import { type Callbacks, CallbacksReference, callbackEntries } from "./callbacks-reference";
import { calls, type Example } from "./examples";
import { Members } from "./members";
import { type ReferenceEntry, ReferenceSearch } from "./reference-search";
import { bodyOf, type Described, formsOf, type Schema, wordsOf } from "./wire-schema";

const ERROR_CODES = Object.keys(ERROR_STATUS) as ErrorCode[];
const OPENAPI = "/api/openapi.json";
const PROBLEM_ANCHOR = "schema-problem";

type ApiReferenceProps = {
  paths: Record<string, Record<string, Described>>;
  callbacks: Callbacks;
  schemas: Record<string, Schema>;
  /** Examples of other pages; each operation shows the first that calls it. */
  examples: readonly Example[];
};

type Operation = { method: string; path: string; described: Described };

/** Every operation, made from the schemas that the routes validate with. */
export function ApiReference({ paths, callbacks, schemas, examples }: ApiReferenceProps) {
  const operations = operationsOf(paths);
  const problem = schemas.Problem ?? {};
  return (
    <>
      <h1 className="text-2xl font-bold">API reference</h1>
      <p className="mt-1 text-fg-muted">
        JSON over HTTP, snake_case. A gateway sends its key (csk_…) as a bearer credential, a person’s
        automation a personal token (cst_…). Errors are problem documents (RFC 9457). For machines:{" "}
        <a className="text-accent underline underline-offset-2" href={OPENAPI}>
          {OPENAPI}
        </a>
      </p>
      <ReferenceSearch entries={referenceEntries({ paths, callbacks, schemas })} />
      {operations.map((operation) => (
        <OneOperation
          key={anchor(operation)}
          operation={operation}
          schemas={schemas}
          example={examples.find((example) => calls(example, operation.method, operation.path))}
        />
      ))}
      <CallbacksReference callbacks={callbacks} />
      <h2 className="mt-10 text-xl font-bold">Schemas</h2>
      <section id={PROBLEM_ANCHOR} aria-labelledby={`${PROBLEM_ANCHOR}-title`} className="mt-3 scroll-mt-4">
        <h3 id={`${PROBLEM_ANCHOR}-title`} className="mono text-base font-bold">
          Problem
        </h3>
        <p className="mt-1">The form of every refusal.</p>
        {formsOf(problem).map((rows) => (
          <Members key="problem" rows={rows} />
        ))}
      </section>
      <h2 className="mt-10 text-xl font-bold">Error codes</h2>
      <p className="mt-1 text-fg-muted">
        Handle errors by their code: its meaning is fixed. The message is for people and may change.
      </p>
      <dl className="mt-3 grid gap-y-2 text-sm md:grid-cols-[230px_1fr]">
        {ERROR_CODES.map((code) => (
          <div key={code} className="contents">
            <dt id={errorAnchor(code)} className="mono scroll-mt-4">
              {code}
            </dt>
            <dd className="text-fg-muted max-md:mb-2">
              <span className="mono text-fg">Status {ERROR_STATUS[code]}</span> {ERROR_MEANINGS[code]}
            </dd>
          </div>
        ))}
      </dl>
    </>
  );
}

const errorAnchor = (code: string) => `error-${code.toLowerCase().replaceAll("_", "-")}`;

function anchor({ method, path }: Operation): string {
  return `${method}${path.replace(/[^a-z0-9]+/gi, "-")}`.replace(/-$/, "");
}

const label = ({ method, path }: Operation) => `${method.toUpperCase()} ${path}`;

/** Who may call it, by credential. */
function whoOf({ described }: Operation): string {
  const names = (described.security ?? []).flatMap(Object.keys).filter((name) => name !== "session");
  return names.length === 0 ? "anyone" : names.join(" or ");
}

const operationsOf = (paths: ApiReferenceProps["paths"]): Operation[] =>
  Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, described]) => ({ method, path, described })),
  );

/** All entries of the reference, each with its anchor and search words. */
export function referenceEntries({
  paths,
  callbacks,
  schemas,
}: Omit<ApiReferenceProps, "examples">): ReferenceEntry[] {
  const all: ReferenceEntry[] = [
    ...operationsOf(paths).map((operation) => {
      const { described } = operation;
      const words = [label(operation), described.summary, whoOf(operation), wordsOf(described)];
      return {
        anchor: anchor(operation),
        kind: "operation" as const,
        label: label(operation),
        words: words.join(" "),
      };
    }),
    ...callbackEntries(callbacks),
    {
      anchor: PROBLEM_ANCHOR,
      kind: "schema",
      label: "Problem",
      words: `Problem ${Object.keys(schemas.Problem?.properties ?? {}).join(" ")}`,
    },
    ...ERROR_CODES.map((code) => ({
      anchor: errorAnchor(code),
      kind: "error" as const,
      label: code,
      words: `${code} ${ERROR_STATUS[code]} ${ERROR_MEANINGS[code]}`,
    })),
  ];
  return all.map((entry) => ({ ...entry, words: entry.words.toLowerCase() }));
}

function OneOperation({
  operation,
  schemas,
  example,
}: {
  operation: Operation;
  schemas: Record<string, Schema>;
  example?: Example;
}) {
  const { described } = operation;
  const body = bodyOf(described);
  const id = anchor(operation);
  return (
    <section id={id} aria-labelledby={`${id}-title`} className="mt-8 scroll-mt-2 border-t border-border pt-5">
      <h2 id={`${id}-title`} className="mono text-base font-bold break-all">
        {label(operation)}
      </h2>
      <p className="mt-1">{described.summary}</p>
      <p className="mt-1 text-sm text-fg-subtle">For: {whoOf(operation)}</p>
      {described.parameters.length > 0 && <Members title="Parameters" rows={described.parameters} />}
      {body &&
        formsOf(body).map((rows, index) => (
          <Members
            key={rows.map(({ name }) => name).join()}
            title={index === 0 ? "Body" : "or"}
            rows={rows}
          />
        ))}
      <Answers label={label(operation)} described={described} schemas={schemas} />
      {example && (
        <>
          <h3 className="mt-4 mb-1 text-sm font-bold">Example</h3>
          <CodeBlock
            label={example.name}
            tall
            actions={<CopyButton text={example.text} label="Copy the example" />}
          >
            {example.text}
          </CodeBlock>
        </>
      )}
    </section>
  );
}
