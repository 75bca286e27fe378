import { CodeBlock } from "@/components/ui/text/code";
import { Members } from "./members";
import { type Described, formsOf, type Response, resolved, type Schema, schemasOf } from "./wire-schema";

/**
 * The responses of an operation: each status with its members and a recorded example, then its
 * errors.
 */
export function Answers({
  label,
  described,
  schemas,
}: {
  label: string;
  described: Described;
  schemas: Readonly<Record<string, Schema>>;
}) {
  const all = Object.entries(described.responses).filter(([status]) => status !== "default");
  const answers = all.filter(([, response]) => schemasOf(response).length > 0 || !response["x-codes"]);
  const codes = all.flatMap(([, response]) => response["x-codes"] ?? []);
  return (
    <>
      <h3 className="mt-4 mb-1 text-sm font-bold">Responses</h3>
      <ul className="text-sm">
        {answers.map(([status, response]) => (
          <li key={status}>
            <span className="mono">{status}</span> {response["x-says"] ?? response.description}
            <Whole label={`${label} ${status}`} response={response} schemas={schemas} />
          </li>
        ))}
      </ul>
      {codes.length > 0 && (
        <p className="mt-2 text-sm text-fg-muted">
          May refuse with{" "}
          {codes.map((code, index) => (
            <span key={code}>
              {index > 0 && ", "}
              <a
                className="mono underline underline-offset-2"
                href={`#error-${code.toLowerCase().replaceAll("_", "-")}`}
              >
                {code}
              </a>
            </span>
          ))}
        </p>
      )}
    </>
  );
}

function Whole({
  label,
  response,
  schemas,
}: {
  label: string;
  response: Response;
  schemas: Readonly<Record<string, Schema>>;
}) {
  const forms = schemasOf(response);
  if (forms.length === 0) return null;
  return (
    <details className="mb-2">
      <summary className="w-fit cursor-pointer text-accent">Members and an example</summary>
      {forms.map(({ type, schema, examples }) => (
        <div key={type} className="mb-3">
          <p className="mono mt-2 mb-1 text-fg-subtle">{type}</p>
          {formsOf(resolved(schema, schemas)).map((rows, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: forms have no name and never change their order
            <Members key={index} title={index > 0 ? "or" : undefined} rows={rows} />
          ))}
          {Object.entries(examples).map(([name, { value }]) => (
            <CodeBlock key={name} label={`${label}, ${type}, ${name}`}>
              {typeof value === "string" ? value : JSON.stringify(value, null, 2)}
            </CodeBlock>
          ))}
        </div>
      ))}
    </details>
  );
}
