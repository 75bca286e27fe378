import { EmptyState } from "@/components/ui/empty-state";
import { Link } from "@/components/ui/link";
import { Card } from "@/components/ui/page";
import { Untrusted } from "@/components/ui/text/untrusted";
import { Time } from "@/components/ui/time";
import { counted } from "@/components/words/counts";
import { AFTER_WORDS, BEFORE_WORDS } from "@/components/words/policies";
import type { PolicyPreview, PreviewedCall, PreviewedTool } from "@/lib/policies/types";
import { BeforeAfter, OUTCOME_HEADS } from "./before-after";

const OUTCOMES = ["pass", "wait", "deny"] as const;

/** The effect of the policies by tool, most changes first. */
export function PreviewTools({ preview }: { preview: PolicyPreview }) {
  const { tools, otherTools } = preview;
  if (tools.length === 0)
    return (
      <Card flush>
        <EmptyState icon="clock" title="No calls to try these policies on">
          Calls that gateways ask about or report are stored; there are none of the last 7 days. You can still
          save, and try a call by hand.
        </EmptyState>
      </Card>
    );
  const moved = tools.filter(({ changed, after }) => changed + after.unknown > 0);
  const decided = tools.filter((tool) => !moved.includes(tool) && Object.keys(tool.byPolicy).length > 0);
  const others = tools.length - moved.length - decided.length + otherTools;
  return (
    <Card flush>
      <BeforeAfter preview={preview} />
      <ToolTable preview={preview} tools={moved} />
      {decided.length > 0 && (
        <details className="border-t border-border">
          <summary className="min-h-6 cursor-pointer px-3.5 py-2.5 text-sm text-accent hover:underline max-sm:min-h-12">
            {`${counted(decided.length, "tool matches", "tools match")} a policy, same result`}
          </summary>
          <ToolTable tools={decided} />
        </details>
      )}
      {others > 0 && (
        <p className="border-t border-border px-3.5 py-2.5 text-xs text-fg-muted">
          {otherTools > 0
            ? `${counted(others, "other tool")} with fewer changes or none ${others === 1 ? "is" : "are"} counted above and not listed.`
            : `${counted(others, "other tool matches", "other tools match")} no policy, same result.`}
        </p>
      )}
    </Card>
  );
}

/** With a preview, totals are above the tools. */
function ToolTable({ preview, tools }: { preview?: PolicyPreview; tools: readonly PreviewedTool[] }) {
  return (
    <table className="w-full text-sm">
      <caption className="sr-only">
        Calls of the last 7 days by tool, as they ended and as they would have
      </caption>
      <thead className="text-left text-2xs text-fg-subtle max-sm:sr-only">
        <tr className="[&>th]:px-3.5 [&>th]:py-2 [&>th]:font-medium">
          <th scope="col">Tool</th>
          <th scope="col">Calls</th>
          {OUTCOMES.map((outcome) => (
            <th key={outcome} scope="col">
              {OUTCOME_HEADS[outcome]}
            </th>
          ))}
          <th scope="col">{OUTCOME_HEADS.unknown}</th>
        </tr>
      </thead>
      {preview && <Totals preview={preview} />}
      {tools.map((tool) => (
        <ToolRows key={`${tool.gateway} ${tool.provider} ${tool.tool}`} tool={tool} />
      ))}
    </table>
  );
}

const ROW =
  "border-t border-border align-top max-sm:flex max-sm:flex-wrap max-sm:items-baseline [&>*]:px-3.5 [&>*]:py-2 max-sm:[&>*]:py-1";

function Totals({ preview }: { preview: PolicyPreview }) {
  return (
    <tbody>
      <tr className={ROW}>
        <th scope="row" className="text-left font-medium max-sm:basis-full">
          All tools
        </th>
        <Figures of={preview} />
      </tr>
    </tbody>
  );
}

function Figures({ of }: { of: Pick<PreviewedTool, "calls" | "before" | "after"> }) {
  return (
    <>
      <td className="tnum">
        <Word>calls</Word>
        {of.calls.toLocaleString("en")}
      </td>
      {OUTCOMES.map((outcome) => (
        <td key={outcome} className="tnum whitespace-nowrap">
          <Word>{OUTCOME_HEADS[outcome]}</Word>
          <Change before={of.before[outcome]} after={of.after[outcome]} />
        </td>
      ))}
      <td className="tnum text-fg-muted">
        <Word>{OUTCOME_HEADS.unknown}</Word>
        {of.after.unknown.toLocaleString("en")}
      </td>
    </>
  );
}

/** The column's name on narrow screens, where the header is hidden. */
function Word({ children }: { children: string }) {
  return <span className="mr-1 text-xs text-fg-muted sm:hidden">{children}</span>;
}

function Change({ before, after }: { before: number; after: number }) {
  if (before === after) return <span className="text-fg-muted">{after.toLocaleString("en")}</span>;
  return (
    <>
      <span className="text-fg-muted">{before.toLocaleString("en")}</span>
      <span aria-hidden> → </span>
      <span className="sr-only"> then </span>
      <b className="font-medium">{after.toLocaleString("en")}</b>
    </>
  );
}

function ToolRows({ tool }: { tool: PreviewedTool }) {
  return (
    <tbody>
      <tr className={ROW}>
        <th scope="row" className="text-left font-normal max-sm:basis-full">
          <span className="font-medium">
            <Untrusted mono>{tool.tool}</Untrusted>
          </span>
          <span className="block text-xs text-fg-muted">
            {tool.provider !== null && (
              <>
                <Untrusted mono>{tool.provider}</Untrusted>
                {" · "}
              </>
            )}
            <Untrusted>{tool.gateway}</Untrusted>
          </span>
        </th>
        <Figures of={tool} />
      </tr>
      {tool.examples.length > 0 && (
        <tr className="align-top">
          <td colSpan={6} className="px-3.5 pb-2 max-sm:block">
            <Examples tool={tool} />
          </td>
        </tr>
      )}
    </tbody>
  );
}

function Examples({ tool: { tool, examples, changed, after } }: { tool: PreviewedTool }) {
  return (
    <details open={changed + after.unknown > 0 && examples.length <= 2}>
      <summary className="min-h-6 cursor-pointer text-xs text-accent hover:underline max-sm:min-h-12 max-sm:py-3">
        {counted(examples.length, "example")}
        <span className="sr-only">
          {" of "}
          <Untrusted>{tool}</Untrusted>
        </span>
      </summary>
      <ul className="flex flex-col gap-1 py-1">
        {examples.map((call) => (
          <Example key={call.id} call={call} />
        ))}
      </ul>
    </details>
  );
}

function Example({ call }: { call: PreviewedCall }) {
  const { id, kind, at, tenant, agent, before, after, policy } = call;
  return (
    <li className="text-xs">
      <Link
        href={kind === "approval" ? `/approvals/${id}` : `/rationales/calls/${id}`}
        className="inline-flex min-h-6 items-center gap-1 underline-offset-2 hover:underline max-sm:min-h-12"
      >
        <Time value={at} focusable={false} />
      </Link>{" "}
      <span className="text-fg-muted">
        {agent !== null && (
          <>
            by <Untrusted>{agent}</Untrusted>{" "}
          </>
        )}
        for <Untrusted>{tenant}</Untrusted>:
      </span>{" "}
      {BEFORE_WORDS[before]}, <b className="font-medium">{AFTER_WORDS[after]}</b>
      {policy !== null && (
        <span className="text-fg-muted">
          {" by “"}
          <Untrusted>{policy}</Untrusted>”
        </span>
      )}
    </li>
  );
}
