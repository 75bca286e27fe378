import { RawArguments } from "@/components/approvals/arguments/raw-arguments";
import { Violations } from "@/components/calls/call/validation";
import { OutcomeMark } from "@/components/calls/outcome-mark";
import { Parameters } from "@/components/tools/detail/parameters";
import { Link } from "@/components/ui/link";
import { Card, Section } from "@/components/ui/page";
import { CodeBlock } from "@/components/ui/text/code";
import { Untrusted } from "@/components/ui/text/untrusted";
import { Time } from "@/components/ui/time";
import { removedWords } from "@/components/words/rationales";
import type { IssueEvidence, MetSchema } from "@/lib/signals/evidence/types";

const LINK = "inline-flex min-h-6 items-center underline underline-offset-2 hover:text-accent";

// A gateway may report more fields than a page can show.
const NAMES_SHOWN = 20;

/** The call of the newest report: its arguments, outcome and definition. */
export function EvidenceCall({
  call,
  schema,
  named,
}: Pick<IssueEvidence, "call" | "schema"> & { named: boolean }) {
  if (!call) return null;
  return (
    <Section
      id="call"
      title="The call"
      description={
        named
          ? "The call that the newest report names."
          : "The last call of the tool in the newest report’s session before it: the report itself names none."
      }
    >
      <p className="flex flex-wrap items-center gap-x-3 gap-y-1 text-sm">
        <OutcomeMark outcome={call.outcome} strong />
        <Link href={`/rationales/calls/${call.id}`} className={LINK}>
          Open the call
        </Link>
        <span className="text-fg-muted text-xs">
          <Time value={call.occurredAt} />
        </span>
      </p>
      {call.errorMessage && (
        <CodeBlock label="Error of the call, as the gateway reported it">
          <Untrusted lines>{call.errorMessage}</Untrusted>
        </CodeBlock>
      )}
      <div className="@container">
        <div className="grid items-start gap-3 @3xl:grid-cols-2">
          <div className="flex min-w-0 flex-col gap-2.5">
            <Sent call={call} />
          </div>
          {schema ? (
            <Met schema={schema} />
          ) : (
            <p className="text-fg-muted text-sm">
              The catalogue has no definition of this tool at its gateway.
            </p>
          )}
        </div>
      </div>
    </Section>
  );
}

/** The arguments, and what was wrong with them. */
function Sent({ call }: { call: NonNullable<IssueEvidence["call"]> }) {
  const { validation, argumentsRemovedAfterDays } = call;
  return (
    <>
      {call.arguments ? (
        <RawArguments text={call.arguments.text} sha256={call.arguments.sha256} />
      ) : (
        <p className="text-fg-muted text-sm">
          {argumentsRemovedAfterDays === null
            ? "The gateway reported no arguments."
            : `${removedWords(argumentsRemovedAfterDays)}.`}
        </p>
      )}
      {validation && validation.length > 0 && (
        <Violations violations={validation} removedAfterDays={argumentsRemovedAfterDays} />
      )}
    </>
  );
}

function said({ judge, unchecked, wrong }: MetSchema): string {
  if (unchecked !== null) return `The arguments could not be checked against it: ${unchecked}.`;
  if (wrong.length === 0) return "The arguments fit it, as far as a definition can say.";
  return judge === "gateway"
    ? "What the gateway refused is marked."
    : "The gateway named no field; what our own check of the arguments found is marked.";
}

function Met({ schema }: { schema: MetSchema }) {
  const { toolId, version, parameters, wrong } = schema;
  const known = new Set(parameters.map(({ name }) => name));
  const strange = wrong.filter(({ name }) => !known.has(name));
  const broken = new Map(wrong.map(({ name, message }) => [name, message]));
  return (
    <div className="flex min-w-0 flex-col gap-2">
      <h3 className="font-bold text-sm">
        The tool’s definition then:{" "}
        <Link href={`/tools/${toolId}`} className={LINK}>
          version {version}
        </Link>
      </h3>
      <p className="text-fg-muted text-sm">{said(schema)}</p>
      {strange.length > 0 && (
        <ul aria-label="Wrong, and not in the definition" className="flex flex-col gap-1 text-sm">
          {strange.slice(0, NAMES_SHOWN).map(({ name, message }) => (
            <li key={name} className="wrap-anywhere">
              <code className="font-medium">
                {name === "" ? "The arguments as a whole" : <Untrusted limit={200}>{name}</Untrusted>}
              </code>{" "}
              {name !== "" && "is not in the definition: "}
              <Untrusted limit={300}>{message}</Untrusted>
            </li>
          ))}
        </ul>
      )}
      {parameters.length > 0 ? (
        <Card flush>
          <details open={parameters.some(({ name }) => broken.has(name))}>
            <summary className="cursor-pointer px-3.5 py-2 text-sm">
              {parameters.length === 1 ? "Its parameter" : `Its ${parameters.length} parameters`}
            </summary>
            <Parameters parameters={parameters} wrong={broken} label="Parameters of the tool then" />
          </details>
        </Card>
      ) : (
        <p className="text-fg-muted text-sm">This definition names no parameters.</p>
      )}
    </div>
  );
}
