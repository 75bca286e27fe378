import { CopyButton } from "@/components/ui/copy-button";
import { Link } from "@/components/ui/link";
import { Untrusted } from "@/components/ui/text/untrusted";
import { Time } from "@/components/ui/time";
import { counted } from "@/components/words/counts";
import type { ApprovalView } from "@/lib/approvals/detail/types";
import type { Comparison } from "@/lib/arguments/comparison";
import type { ByKind } from "@/lib/arguments/kinds/types";
import type { ContractCheck } from "@/lib/arguments/types";
import { reveal } from "@/lib/core/text/reveal";
import { shortId } from "../short-id";
import { ArgumentsTable, UNCHANGED_SHOWN } from "./arguments-table";
import { ByKindView, kindsName } from "./kinds/by-kind-view";
import { RawArguments } from "./raw-arguments";
import { ViewSwitch } from "./view-switch";

function ContractLine({ result }: { result: ContractCheck | null }) {
  if (result === null)
    return <p>Not checked against a definition: the gateway has sent none for this tool.</p>;
  if (!result.checked) return <p>Not checked against the tool’s definition: {result.why}.</p>;
  const skipped = result.skipped.length > 0 ? ` Not checked: ${result.skipped.join(", ")}.` : "";
  if (result.violations.length === 0) {
    return (
      <p>
        Fits the tool’s definition.
        {skipped}
      </p>
    );
  }
  return (
    <p className="font-medium text-risk-high">
      Breaks the tool’s definition ({counted(result.violations.length, "place", "places")}).{skipped}
    </p>
  );
}

function Against({ view, kind }: { view: ApprovalView; kind: Comparison["kind"] }) {
  if (kind === "edited")
    return (
      <>
        requested → edited
        {view.editedBy !== null && (
          <>
            {" "}
            by <Untrusted>{view.editedBy}</Untrusted>
          </>
        )}
      </>
    );
  const last = view.lastApproved;
  if (kind === "first" || !last) return "no earlier approved call of this tool to compare with";
  return (
    <>
      <Link href={`/approvals/${last.id}`} className="mono underline-offset-2 hover:underline">
        {shortId(last.id)}
      </Link>
      {" · "}
      <Time value={last.at} form="date" />
      {last.by ? (
        <>
          {" "}
          · approved by <Untrusted>{last.by}</Untrusted>
        </>
      ) : null}
      {last.sameAgent ? null : " · by another agent"}
    </>
  );
}

/** What the reading by kind found that is easily overlooked, in every view. */
function LookTwice({ warnings }: { warnings: readonly string[] }) {
  return warnings.length === 0 ? null : (
    <ul aria-label="Look twice" className="mb-2 flex flex-col gap-0.5 text-risk-high text-sm">
      {warnings.map((warning) => (
        <li key={warning} className="wrap-anywhere">
          <b className="font-bold">Look twice:</b> <Untrusted>{warning}</Untrusted>
        </li>
      ))}
    </ul>
  );
}

/** The arguments of the call: first the changes, then all, by kind, and the raw bytes. */
export function ArgumentsPanel({
  view,
  comparison,
  byKind,
}: {
  view: ApprovalView;
  comparison: Comparison;
  byKind: ByKind | null;
}) {
  const { rows, kind } = comparison;
  const { contract } = view;
  const violations = contract?.checked ? contract.violations : [];
  const compared = kind !== "first";
  const same = rows.filter((row) => row.change === "same").length;
  const hiddenCount = reveal(view.argumentsText).filter((s) => s.kind === "escape" && s.text !== "\n").length;
  const title = {
    edited: "Changes a person made",
    last: "Changes since the last approved call",
    first: "Arguments",
  }[kind];
  return (
    <section aria-labelledby="arguments" className="group/arguments">
      <div className="mb-2 flex flex-wrap items-center gap-x-2 gap-y-1">
        <h2 id="arguments" className="font-bold text-sm">
          {title}
        </h2>
        <span className="text-xs text-fg-subtle">
          <Against view={view} kind={kind} />
        </span>
        <span className="grow" />
        <ViewSwitch compared={compared} kinds={byKind && kindsName(byKind)} />
      </div>
      <LookTwice warnings={byKind?.warnings ?? []} />
      {byKind ? (
        <div className="hidden group-has-[[value=kind]:checked]/arguments:block">
          <ByKindView byKind={byKind} />
        </div>
      ) : null}
      <div className="group-has-[[value=kind]:checked]/arguments:hidden group-has-[[value=raw]:checked]/arguments:hidden">
        {rows.length === 0 ? (
          <p data-part="arguments" className="text-sm text-fg-muted">
            The call has no arguments.
          </p>
        ) : null}
        {compared && same === rows.length && rows.length > 0 ? (
          <p className="mb-2 text-sm text-fg-muted">
            Every argument is the same as in the last approved call.
          </p>
        ) : null}
        <ArgumentsTable
          rows={rows}
          risk={view.risk}
          violations={violations}
          compared={compared}
          edited={kind === "edited"}
        />
        {compared && same > UNCHANGED_SHOWN ? (
          <p className="mt-1.5 text-xs text-fg-subtle group-has-[[value=all]:checked]/arguments:hidden">
            {counted(same - UNCHANGED_SHOWN, "more argument", "more arguments")} unchanged, under All
            arguments
          </p>
        ) : null}
      </div>
      <div className="hidden group-has-[[value=raw]:checked]/arguments:block">
        <RawArguments text={view.argumentsText} sha256={view.argumentsSha256} />
      </div>
      <div className="mt-1.5 flex flex-wrap items-center gap-x-3 gap-y-1 text-xs text-fg-subtle">
        <ContractLine result={contract} />
        {hiddenCount > 0 ? (
          <p className="text-risk-high">
            {counted(hiddenCount, "hidden character", "hidden characters")} made visible.
          </p>
        ) : null}
        <span className="hidden group-has-[[value=raw]:checked]/arguments:inline">
          <CopyButton text={view.argumentsText} label="Copy the exact arguments" />
        </span>
      </div>
    </section>
  );
}
