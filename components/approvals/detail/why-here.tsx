import type { ReactNode } from "react";
import { Changes } from "@/components/tools/detail/versions";
import { Icon } from "@/components/ui/icon";
import { Link } from "@/components/ui/link";
import { Untrusted } from "@/components/ui/text/untrusted";
import { counted } from "@/components/words/counted";
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
  const { overrideRisk, catalogueRisk, byRule, version } = view.server;
  const rating = overrideRisk ?? catalogueRisk ?? byRule?.risk;
  return (
    <>
      Our rating: <b className="font-bold text-fg">{rating ?? "nobody has rated this tool"}</b>
      {rating && !byRule ? ` (${overrideRisk ? "set by a person" : "from the catalogue"})` : null}
      {byRule && (
        <>
          {" "}
          (by the rule “<Untrusted>{byRule.name}</Untrusted>”)
        </>
      )}
      {version === null ? null : ` · definition version ${version}`}
    </>
  );
}

/** What of the definition changed since the last approved call, one press away, and both texts another one. */
function Drift({
  drift: { toolId, from, changes },
  version,
}: {
  drift: NonNullable<ApprovalView["server"]["changedSinceLastApproval"]>;
  version: number | null;
}) {
  const to = version ?? from;
  return (
    <details className="text-sm">
      <summary className="min-h-6 cursor-pointer font-medium text-risk-high max-sm:min-h-12 max-sm:py-3">
        The tool’s definition changed since the last approved call: {counted(changes.length, "change")}
      </summary>
      <div className="flex flex-col items-start gap-1.5 py-1.5">
        <p className="text-xs text-fg-muted">
          {`Version ${from.toLocaleString("en")} to version ${to.toLocaleString("en")}, written by the server`}
        </p>
        <div className="w-full">
          <Changes changes={changes} />
        </div>
        <Link
          href={`/tools/${toolId}/versions?from=${from}&to=${to}`}
          className="inline-flex min-h-6 items-center text-accent hover:underline max-sm:min-h-12"
        >
          Both definitions, line by line
        </Link>
      </div>
    </details>
  );
}

const LINK = "inline-flex min-h-6 items-center text-accent hover:underline max-sm:min-h-12";

const DID = {
  require: "Held by the policy",
  allow: "Let through by the policy",
  deny: "Refused by the policy",
};

/** The policy that decided, or that says who decides, as it was when the call was asked about. */
function ByPolicy({ view: { policy } }: { view: ApprovalView }) {
  if (!policy) return null;
  const { action, name, version, clauses } = policy;
  return (
    <p className="text-sm">
      {DID[action]} “
      <b className="font-bold">
        <Untrusted>{name}</Untrusted>
      </b>
      ”<span className="text-fg-muted">{` of version ${version.toLocaleString("en")}`}</span>
      {clauses.length > 0 ? (
        <>
          {": "}
          <Untrusted>{clauses.join("; ")}</Untrusted>.
        </>
      ) : (
        "."
      )}
    </p>
  );
}

/** Why a person is asked: our reason and rating, then the server's own claims kept apart from them. `beside`: a fact of ours. */
export function WhyHere({
  view,
  mayWritePolicies,
  beside,
}: {
  view: ApprovalView;
  mayWritePolicies: boolean;
  beside: ReactNode;
}) {
  const { server } = view;
  return (
    <section aria-labelledby="why">
      <SectionTitle id="why" title="Why this is here" />
      <div className="flex gap-2.5 rounded-card border border-border bg-surface px-[13px] py-2.5">
        <Icon name="shield" className="mt-0.5" />
        <div className="min-w-0 flex-1">
          <p>
            <Untrusted>{view.heldWhy}</Untrusted>
          </p>
          <ByPolicy view={view} />
          <p className="text-sm text-fg-muted">
            <Rating view={view} />
          </p>
          {server.changedSinceLastApproval ? (
            <Drift drift={server.changedSinceLastApproval} version={server.version} />
          ) : null}
          {beside}
          {mayWritePolicies && (
            <p className="flex flex-wrap gap-x-4 text-sm">
              <Link href={`/policies?call=${view.id}`} className={LINK}>
                Try policies with this call
              </Link>
              {view.policy && (
                <Link href={`/policies?version=${view.policy.version}`} className={LINK}>
                  The policies as they were
                </Link>
              )}
            </p>
          )}
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
