import { StatusMark } from "@/components/ui/badge";
import { Link } from "@/components/ui/link";
import { Card, Section } from "@/components/ui/page";
import { Untrusted } from "@/components/ui/text/untrusted";
import { counted } from "@/components/words/counted";
import type { RefusedField } from "@/lib/calls/of-tool/types";
import type { ToolView } from "@/lib/tools/catalogue/types";
import type { Finding, FindingCode } from "@/lib/tools/types";
import { callsHref } from "./use";

const FINDING_WORDS: Record<FindingCode, string> = {
  missing_description: "No description",
  undescribed_parameter: "Parameter without a description",
  missing_type: "Parameter without a type",
  required_unknown: "Requires a parameter it does not have",
  name_annotation_mismatch: "Name and claim disagree",
};

/** The parameter that a finding's pointer is about, if it is about one. */
function parameterOf(pointer: string): string | null {
  const name = /^\/inputSchema\/properties\/([^/]+)/.exec(pointer)?.[1];
  return name === undefined ? null : name.replaceAll("~1", "/").replaceAll("~0", "~");
}

/** What in the definition makes agents fail, with the refused calls that show it. */
export function Findings({ tool, refused }: { tool: ToolView; refused: readonly RefusedField[] }) {
  const proof = new Map(refused.map((field) => [field.name, field]));
  return (
    <Section
      id="findings"
      title="Findings"
      description="What in the definition makes agents fail, and the refused calls of the last 14 days that show it."
    >
      <Card flush>
        {tool.found.length === 0 ? (
          <p className="px-4 py-3.5 text-sm text-fg-muted">
            Nothing found: types, required parameters and descriptions are all there.
          </p>
        ) : (
          <ul>
            {tool.found.map((finding) => (
              <li
                key={`${finding.code} ${finding.pointer}`}
                className="flex flex-col gap-1 border-border px-4 py-3 not-first:border-t"
              >
                <OneFinding
                  finding={finding}
                  tool={tool}
                  evidence={proof.get(parameterOf(finding.pointer) ?? "")}
                />
              </li>
            ))}
          </ul>
        )}
      </Card>
      {tool.found.length > 0 && (
        <p className="text-xs text-fg-muted">
          Fix these where the tool is defined; the gateway sends the new definition automatically.
        </p>
      )}
    </Section>
  );
}

function OneFinding({
  finding,
  tool,
  evidence,
}: {
  finding: Finding;
  tool: ToolView;
  evidence?: RefusedField;
}) {
  const warning = finding.severity === "warning";
  return (
    <>
      <p className="flex flex-wrap items-center gap-x-2 gap-y-1 text-sm">
        <StatusMark icon={warning ? "alert" : "info"} strong={warning}>
          {warning ? "Warning" : "Remark"}
        </StatusMark>
        <b className="font-medium">{FINDING_WORDS[finding.code]}</b>
        <Untrusted mono className="text-xs text-fg-muted">
          {finding.pointer}
        </Untrusted>
      </p>
      <p className="text-sm text-fg-muted">
        <Untrusted>{finding.message}</Untrusted>
      </p>
      {evidence && (
        <p className="text-sm">
          <Link
            href={callsHref(tool, "validation_error")}
            className="inline-flex min-h-6 items-center text-accent hover:underline"
          >
            {counted(evidence.calls, "refused call")} sent this wrong
          </Link>{" "}
          <span className="text-fg-muted">The tool said:</span>{" "}
          <q className="text-fg-muted italic">
            <Untrusted>{evidence.message}</Untrusted>
          </q>
        </p>
      )}
    </>
  );
}
