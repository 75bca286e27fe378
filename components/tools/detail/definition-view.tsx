import type { ReactNode } from "react";
import { Card, DetailList, Section } from "@/components/ui/page";
import { JsonView } from "@/components/ui/text/json-view";
import { Untrusted, UntrustedQuote } from "@/components/ui/text/untrusted";
import { DEFINITION, TOOL } from "@/components/words/tool";
import { parseJson } from "@/lib/core/json/parse";
import { parametersOf } from "@/lib/tools/definition";
import type { ToolVersionView } from "@/lib/tools/types";
import { annotationsOf } from "@/lib/tools/versions";
import { Parameters } from "./parameters";

/** A definition as its server published it: its words are claims, its schemas are shown as words and as sent. */
export function DefinitionView({
  definition,
  children,
}: {
  definition: ToolVersionView;
  /** What is to be said about what it takes. */
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
      <UntrustedQuote title={<h2>{DEFINITION.description}</h2>} caption={TOOL.claimBy}>
        {description.trim() === "" ? (
          <span className="text-fg-muted">{DEFINITION.noDescription}</span>
        ) : (
          description
        )}
      </UntrustedQuote>
      <Section id="input" title={DEFINITION.input}>
        <Card flush>
          {parameters.length === 0 ? (
            <p className="px-4 py-3.5 text-sm text-fg-muted">{DEFINITION.noParameters}</p>
          ) : (
            <Parameters parameters={parameters} />
          )}
        </Card>
        <Raw label={DEFINITION.rawInput} text={inputSchemaText} />
      </Section>
      {children}
      <Section id="hints" title={DEFINITION.hints} description={TOOL.claimBy}>
        <Card>
          {claims.length === 0 ? (
            <p className="text-sm text-fg-muted">{DEFINITION.noHints}</p>
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
      <Section id="output" title={DEFINITION.output}>
        {outputSchemaText === null ? (
          <Card>
            <p className="text-sm text-fg-muted">{DEFINITION.noOutput}</p>
          </Card>
        ) : (
          <>
            {returned.length > 0 && (
              <Card flush>
                <Parameters parameters={returned} label={DEFINITION.output} />
              </Card>
            )}
            <Raw label={DEFINITION.rawOutput} text={outputSchemaText} />
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
        <JsonView text={text} label={label} copyLabel={DEFINITION.copySchema} />
      </div>
    </details>
  );
}
