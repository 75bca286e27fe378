import { CodeBlock } from "@/components/ui/text/code";
import { Untrusted } from "@/components/ui/text/untrusted";
import { publicAnswer, toldBeforehand, toldByApi, toldByGateway } from "@/lib/feedback/answer";
import type { IssueState } from "@/lib/feedback/types";

/** The members of an issue that agents can read. */
export type ToldIssue = { ref: string; title: string; state: IssueState; tool: string | null };

export type Said = { answer: string | null; workaround: string | null; fixedIn: string | null };

/** The exact text that agents read about an issue. */
export function AnswerPreview({ issue, said }: { issue: ToldIssue; said: Said }) {
  const { ref, title, state, tool } = issue;
  const known = { ref, title, state, answer: publicAnswer({ state, ...said }) };
  const before = tool === null ? null : toldBeforehand(known);
  return (
    <div className="flex flex-col gap-3">
      <Read label="From submit_feedback of the reference gateway">{toldByGateway(known)}</Read>
      <Read label="In the API’s response to a report, next to the issue">{toldByApi(known)}</Read>
      {before ? (
        <Read label="In known_tools, before agents call the tool">{before}</Read>
      ) : (
        <p className="text-fg-muted text-sm">
          {tool === null
            ? "Agents do not read it before they call a tool: the reports name no tool."
            : "Agents do not read it before they call the tool. known_tools lists only open problems with a message, a workaround or a version."}
        </p>
      )}
    </div>
  );
}

function Read({ label, children }: { label: string; children: string }) {
  return (
    <figure className="flex flex-col gap-1">
      <figcaption className="font-medium text-fg-muted text-xs">{label}</figcaption>
      <CodeBlock label={label}>
        <Untrusted lines>{children}</Untrusted>
      </CodeBlock>
    </figure>
  );
}
