import { EmptyState } from "@/components/ui/empty-state";
import { Icon } from "@/components/ui/icon";
import { Link } from "@/components/ui/link";
import { Card } from "@/components/ui/page";
import { RiskMark } from "@/components/ui/risk-mark";
import { Untrusted } from "@/components/ui/text/untrusted";
import { counted } from "@/components/words/counts";
import { guardSentence, offHeadline, previewHeadline } from "@/components/words/rules";
import { PREVIEWED_MAX, type PreviewedTool, type RulePreview } from "@/lib/tools/by-rule/types";

const GUARD_WORDS: Record<PreviewedTool["guard"], string> = {
  less: "less than now",
  more: "more than now",
  same: "as now",
};

/** The effect of the rules in numbers; reduced protection is shown before saving. */
export function PreviewWords({ preview, active }: { preview: RulePreview; active: boolean }) {
  const { less, unlisted, more } = guardSentence(preview);
  return (
    <div className="flex flex-col gap-0.5 text-sm">
      <p className="font-medium">{active ? previewHeadline(preview) : offHeadline(preview)}</p>
      {[less, unlisted].map(
        (warning) =>
          warning && (
            <p key={warning} className="flex items-start gap-1.5 font-medium">
              <Icon name="shield-alert" className="mt-0.5 shrink-0" />
              {warning}
            </p>
          ),
      )}
      {more && <p className="text-fg-muted max-sm:hidden">{more}</p>}
    </div>
  );
}

/** The unrated tools, those with less protection first. */
export function PreviewTools({ preview }: { preview: RulePreview }) {
  return (
    <>
      <p className="text-sm text-fg-muted">
        {preview.rated > 0 &&
          `${counted(preview.rated, "tool")} rated by people or a gateway ${preview.rated === 1 ? "keeps its rating" : "keep their rating"}. `}
        Calls that wait keep the risk they were held with.
      </p>
      {preview.tools.length > 0 ? (
        <Tools tools={preview.tools} unrated={preview.unrated} />
      ) : (
        <Card flush>
          <EmptyState icon="check" title="No tool is unrated">
            The rules will apply to tools that gateways list from now on without a rating.
          </EmptyState>
        </Card>
      )}
    </>
  );
}

function Tools({ tools, unrated }: { tools: readonly PreviewedTool[]; unrated: number }) {
  return (
    <Card flush>
      <table className="w-full text-sm">
        <caption className="sr-only">Unrated tools and what the rules say of them</caption>
        <thead className="text-left text-2xs text-fg-subtle max-sm:sr-only">
          <tr className="[&>th]:px-3.5 [&>th]:py-2 [&>th]:font-medium">
            <th scope="col">Tool</th>
            <th scope="col">Would be</th>
            <th scope="col">Guarded</th>
            <th scope="col">Rule</th>
          </tr>
        </thead>
        <tbody>
          {tools.map((tool) => (
            <ToolRow key={tool.id} tool={tool} />
          ))}
        </tbody>
      </table>
      {unrated > tools.length && (
        <p className="border-t border-border px-3.5 py-2.5 text-xs text-fg-muted">
          {`The first ${PREVIEWED_MAX.toLocaleString("en")} of ${unrated.toLocaleString("en")}; all are counted.`}
        </p>
      )}
    </Card>
  );
}

function ToolRow({ tool }: { tool: PreviewedTool }) {
  return (
    <tr className="border-t border-border align-top max-sm:flex max-sm:flex-wrap [&>*]:px-3.5 [&>*]:py-2 max-sm:[&>*]:py-1">
      <th scope="row" className="text-left font-normal max-sm:basis-full">
        <Link
          href={`/tools/${tool.id}`}
          className="mono inline-flex min-h-6 items-center font-medium underline-offset-2 wrap-anywhere hover:underline"
        >
          <Untrusted mono>{tool.name}</Untrusted>
        </Link>
        <span className="block text-xs text-fg-muted">
          <Untrusted mono>{tool.provider}</Untrusted> · <Untrusted>{tool.gateway}</Untrusted>
        </span>
      </th>
      <td>
        <span className="inline-flex flex-wrap items-center gap-x-1.5">
          <RiskMark risk={tool.risk} />
          <span className="text-xs text-fg-muted">{tool.requiresConfirmation ? "waits" : "runs"}</span>
        </span>
      </td>
      <td className={tool.guard === "less" ? "font-medium" : "text-fg-muted"}>{GUARD_WORDS[tool.guard]}</td>
      <td className="text-fg-muted">
        {tool.rule === null ? "No rule fits" : <Untrusted>{tool.rule}</Untrusted>}
      </td>
    </tr>
  );
}
