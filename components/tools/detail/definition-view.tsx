import type { ReactNode } from "react";
import { Card, DetailList, Section } from "@/components/ui/page";
import { JsonView } from "@/components/ui/text/json-view";
import { Untrusted, UntrustedQuote } from "@/components/ui/text/untrusted";
import { parseJson } from "@/lib/core/json/parse";
import { annotationsOf, parametersOf } from "@/lib/tools/definition";
import type { ToolVersionView } from "@/lib/tools/types";
import { Parameters } from "./parameters";

/**
 * A definition as its server published it: its words are claims, its schemas are shown as words and
 * as sent.
 */
export function DefinitionView({
  definition,
  children,
}: {
  definition: ToolVersionView;
  /** Notes on its parameters. */
  children?: ReactNode;
}) {
  const { description, inputSchemaText, outputSchemaText, annotationsText } = definition;
  const parameters = parametersOf({ text: inputSchemaText, root: parseJson(inputSchemaText) });
  const returned =
    outputSchemaText === null
      ? []
      : parametersOf({ text: outputSchemaText, root: parseJson(outputSchemaText) });
  const claims = annotationsOf(annotationsText);
  return (
    <>
      <UntrustedQuote title={<h2>Description</h2>} caption="claimed by the server, not verified">
        {description.trim() === "" ? (
          <span className="text-fg-muted">The server gives no description.</span>
        ) : (
          description
        )}
      </UntrustedQuote>
      <Section id="input" title="What it takes">
        <Card flush>
          {parameters.length === 0 ? (
            <p className="px-4 py-3.5 text-sm text-fg-muted">It takes no parameters.</p>
          ) : (
            <Parameters parameters={parameters} />
          )}
        </Card>
        <Raw label="Input schema as sent" text={inputSchemaText} />
      </Section>
      {children}
      <Section id="hints" title="What the server claims" description="claimed by the server, not verified">
        <Card>
          {claims.length === 0 ? (
            <p className="text-sm text-fg-muted">The server publishes no annotations: it claims nothing.</p>
          ) : (
            <DetailList
              items={claims.map(({ name, value }) => ({
                term: (
                  <Untrusted mono className="text-xs">
                    {name}
                  </Untrusted>
                ),
                value: (
                  <Untrusted mono className="text-xs">
                    {value}
                  </Untrusted>
                ),
              }))}
            />
          )}
        </Card>
      </Section>
      <Section id="output" title="What it returns">
        {outputSchemaText === null ? (
          <Card>
            <p className="text-sm text-fg-muted">The server publishes no output schema.</p>
          </Card>
        ) : (
          <>
            {returned.length > 0 && (
              <Card flush>
                <Parameters parameters={returned} label="What it returns" />
              </Card>
            )}
            <Raw label="Output schema as sent" text={outputSchemaText} />
          </>
        )}
      </Section>
    </>
  );
}

function Raw({ label, text }: { label: string; text: string }) {
  return (
    <details className="text-sm">
      <summary className="inline-flex min-h-6 cursor-pointer items-center text-accent hover:underline max-sm:min-h-12">
        {label}
      </summary>
      <div className="mt-1.5">
        <JsonView text={text} label={label} copyLabel="Copy the schema" />
      </div>
    </details>
  );
}
