import { Banner } from "@/components/ui/banner";
import { Link } from "@/components/ui/link";
import { Card } from "@/components/ui/page";
import { RiskMark } from "@/components/ui/risk-mark";
import { Untrusted } from "@/components/ui/text/untrusted";
import { guardSentence, offHeadline, previewHeadline } from "@/components/words/rules";
import { PREVIEWED_MAX, type PreviewedTool, type RulePreview } from "@/lib/tools/by-rule/types";

const GUARD_WORDS: Record<PreviewedTool["guard"], string> = {
  less: "less than now",
  more: "more than now",
  same: "as now",
};

/** What the rules would do: counted, what is guarded less than now first, and the tools one by one. */
export function PreviewView({ preview, active }: { preview: RulePreview; active: boolean }) {
  const { less, more } = guardSentence(preview);
  return (
    <div className="flex flex-col gap-3">
      <p className="font-medium">{active ? previewHeadline(preview) : offHeadline(preview)}</p>
      {less && (
        <Banner icon="shield-alert" title={less}>
          Check the tools marked “less than now” below before you save.
        </Banner>
      )}
      <p className="text-sm text-fg-muted">
        {more ? `${more} ` : ""}
        {preview.rated > 0 &&
          `${preview.rated.toLocaleString("en")} rated by people or their gateway ${preview.rated === 1 ? "keeps its" : "keep their"} rating. `}
        Calls that wait keep the risk they were held with.
      </p>
      {preview.tools.length > 0 && <Tools tools={preview.tools} unrated={preview.unrated} />}
    </div>
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
