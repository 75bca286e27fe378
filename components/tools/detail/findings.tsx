import Link from "next/link";
import { StatusMark } from "@/components/ui/badge";
import { Card, Section } from "@/components/ui/page";
import { Untrusted } from "@/components/ui/text/untrusted";
import { DEFINITION, FINDING_WORDS } from "@/components/words/tool";
import type { RefusedField } from "@/lib/calls/of-tool/types";
import type { ToolView } from "@/lib/tools/catalogue/types";
import type { Finding } from "@/lib/tools/types";
import { callsHref } from "./use";

/** The parameter that a finding's pointer is about, if it is about one. */
export function parameterOf(pointer: string): string | null {
  const name = /^\/inputSchema\/properties\/([^/]+)/.exec(pointer)?.[1];
  return name === undefined ? null : name.replaceAll("~1", "/").replaceAll("~0", "~");
}

/** What in the definition makes agents fail, with the refused calls that prove it. */
export function Findings({ tool, refused }: { tool: ToolView; refused: readonly RefusedField[] }) {
  const proof = new Map(refused.map((field) => [field.name, field]));
  return (
    <Section id="findings" title={DEFINITION.findings} description={DEFINITION.findingsHint}>
      <Card flush>
        {tool.found.length === 0 ? (
          <p className="px-4 py-3.5 text-sm text-fg-muted">{DEFINITION.noFindings}</p>
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
      {tool.found.length > 0 && <p className="text-xs text-fg-muted">{DEFINITION.fix}</p>}
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
          {warning ? DEFINITION.warning : DEFINITION.remark}
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
            {DEFINITION.evidence(evidence.calls)}
          </Link>{" "}
          <span className="text-fg-muted">{DEFINITION.said}</span>{" "}
          <q className="text-fg-muted italic">
            <Untrusted>{evidence.message}</Untrusted>
          </q>
        </p>
      )}
    </>
  );
}
