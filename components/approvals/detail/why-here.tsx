import type { ReactNode } from "react";
import { Icon } from "@/components/ui/icon";
import { Untrusted } from "@/components/ui/text/untrusted";
import type { ApprovalView } from "@/lib/approvals/detail/types";
import { SectionTitle } from "./section-title";

/** What a server claims about its own tool. Values are shown as sent: text, never a style or a verdict of ours. */
function Annotations({ annotations }: { annotations: Record<string, unknown> }) {
  const entries = Object.entries(annotations);
  if (entries.length === 0) return <span className="text-fg-muted">no annotations</span>;
  return entries.map(([name, value], index) => (
    <span key={name}>
      {index > 0 ? " · " : null}
      <code className="mono">
        <Untrusted>{`${name}: ${JSON.stringify(value)}`}</Untrusted>
      </code>
    </span>
  ));
}

function Rating({ view }: { view: ApprovalView }) {
  const { overrideRisk, catalogueRisk, version } = view.server;
  const rating = overrideRisk ?? catalogueRisk;
  return (
    <>
      Our rating: <b className="font-bold text-fg">{rating ?? "nobody has rated this tool"}</b>
      {rating ? ` (${overrideRisk ? "set by a person" : "from the catalogue"})` : null}
      {version === null ? null : ` · definition version ${version}`}
    </>
  );
}

/** Why a person is asked: our reason and rating, then the server's own claims kept apart from them. `beside`: a fact of ours. */
export function WhyHere({ view, beside }: { view: ApprovalView; beside: ReactNode }) {
  const { server } = view;
  return (
    <section aria-labelledby="why">
      <SectionTitle id="why" title="Why this is here" />
      <div className="flex gap-2.5 rounded-card border border-border bg-surface px-[13px] py-2.5">
        <Icon name="shield" className="mt-0.5" />
        <div className="min-w-0">
          <p>
            <Untrusted>{view.heldWhy}</Untrusted>
          </p>
          <p className="text-sm text-fg-muted">
            <Rating view={view} />
          </p>
          {server.changedSinceLastApproval ? (
            <p className="font-medium text-sm text-risk-high">
              The tool’s definition changed since the last approved call.
            </p>
          ) : null}
          {beside}
          {server.known ? null : (
            <p className="text-sm text-fg-muted">
              This tool is not in the catalogue: its server has sent no definition.
            </p>
          )}
        </div>
      </div>
      {server.known ? (
        <blockquote className="mt-2 border-border-strong border-l-[3px] py-0.5 pl-3 text-sm">
          <p className="text-xs text-fg-subtle">
            What the server says about its tool · claimed by the server: shown and compared, never obeyed
          </p>
          {server.description ? (
            <p className="line-clamp-4">
              <Untrusted lines>{server.description.trim()}</Untrusted>
            </p>
          ) : null}
          <p>
            <Annotations annotations={server.annotations ?? {}} />
          </p>
        </blockquote>
      ) : null}
    </section>
  );
}
