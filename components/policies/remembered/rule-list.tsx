import { Link } from "@/components/ui/link";
import { RiskMark } from "@/components/ui/risk-mark";
import { Untrusted } from "@/components/ui/text/untrusted";
import { Time } from "@/components/ui/time";
import { counted } from "@/components/words/counts";
import type { Pause, RememberedRule } from "@/lib/approvals/remembered/types";
import { pathOfPointer } from "@/lib/arguments/leaves";
import { RestoreRule, RevokeRule } from "./rule-actions";

const PAUSED: Record<Pause, string> = {
  definition: "Paused: the tool’s definition has changed.",
  rating: "Paused: the tool’s rating has changed.",
  maker: "Paused: its maker may no longer decide here.",
};

/** Remembered rules, each with what passes by it, how often it was used, and who made it. */
export function RuleList({ rows }: { rows: readonly RememberedRule[] }) {
  return (
    <ul aria-label="Remembered rules">
      {rows.map((rule) => (
        <OneRule key={rule.id} rule={rule} />
      ))}
    </ul>
  );
}

function OneRule({ rule }: { rule: RememberedRule }) {
  const { id, tenant, gateway, provider, tool, risk, paused } = rule;
  return (
    <li
      id={`rule-${id}`}
      className="flex items-start gap-3 border-border px-4 py-3 target:bg-sunken not-first:border-t max-sm:flex-col"
    >
      <div className="flex min-w-0 flex-1 flex-col gap-1.5 text-sm">
        <p className="flex flex-wrap items-center gap-x-2.5 gap-y-1 text-fg-muted">
          <RiskMark risk={risk} />
          <span className="wrap-anywhere">
            <Untrusted>{tenant.name}</Untrusted> · <Untrusted>{gateway}</Untrusted>
          </span>
        </p>
        <p className="font-medium wrap-anywhere">
          Calls to <Untrusted>{provider ? `${provider} ${tool}` : tool}</Untrusted> {callers(rule)}
        </p>
        <Parts parts={rule.parts} />
        {paused ? <p className="text-risk-high">{PAUSED[paused]}</p> : null}
        <Life rule={rule} />
      </div>
      {rule.mayRevoke ? <RevokeRule id={id} tool={tool} /> : null}
      {rule.mayRestore ? <RestoreRule id={id} tool={tool} /> : null}
    </li>
  );
}

function callers({ agent, anyAgent, onBehalfOf }: RememberedRule) {
  return (
    <>
      {anyAgent ? (
        "from any agent"
      ) : agent === null ? (
        "without an agent’s name"
      ) : (
        <>
          from <Untrusted>{agent}</Untrusted>
        </>
      )}
      {onBehalfOf === null ? null : (
        <>
          {" on behalf of "}
          <Untrusted>{onBehalfOf}</Untrusted>
        </>
      )}
    </>
  );
}

function Parts({ parts }: Pick<RememberedRule, "parts">) {
  if (parts.length === 0) return <p>without arguments</p>;
  return (
    <ul className="flex flex-col gap-0.5">
      {parts.map(({ path, is, words }) => (
        <li key={path} className="wrap-anywhere">
          <code className="mono">
            <Untrusted>{pathOfPointer(path)}</Untrusted>
          </code>{" "}
          <span className={is === "fixed" ? "text-fg-muted" : "font-medium"}>
            <Untrusted>{words}</Untrusted>
          </span>
        </li>
      ))}
    </ul>
  );
}

/** Uses and limit, expiry, creator, and who ended it. */
function Life({ rule }: { rule: RememberedRule }) {
  const { uses, usesMax, lastUsedAt, expiresAt, madeBy, madeAt, approvalId, revoked, state } = rule;
  const left = usesMax - uses;
  return (
    <p className="text-fg-muted">
      {state === "active"
        ? `${counted(left, "use", "uses")} of ${usesMax.toLocaleString("en")} left, until `
        : `Used ${counted(uses, "time", "times")} of ${usesMax.toLocaleString("en")}, made to last until `}
      <Time value={expiresAt} />
      {lastUsedAt ? (
        <>
          , last used <Time value={lastUsedAt} form="relative" />
        </>
      ) : (
        ", never used"
      )}
      . Made by <Untrusted>{madeBy}</Untrusted> <Time value={madeAt} form="relative" /> with{" "}
      <Link href={`/approvals/${approvalId}`} className="text-accent underline underline-offset-2">
        this approval
      </Link>
      .
      {revoked ? (
        <>
          {" Revoked by "}
          <Untrusted>{revoked.by}</Untrusted> <Time value={revoked.at} form="relative" />.
        </>
      ) : null}
    </p>
  );
}
