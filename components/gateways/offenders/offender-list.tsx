import { StatusMark } from "@/components/ui/badge";
import { Link } from "@/components/ui/link";
import { Untrusted } from "@/components/ui/text/untrusted";
import { Time } from "@/components/ui/time";
import { counted } from "@/components/words/counts";
import { MORE_AGENTS, type Offender } from "@/lib/intake/offenders/types";

const LINK =
  "inline-flex min-h-6 items-center underline underline-offset-2 hover:text-accent max-sm:min-h-12";

/** Callers without a rationale, with their current state and a link to their calls. */
export function OffenderList({ rows, tenants }: { rows: readonly Offender[]; tenants: boolean }) {
  return (
    <ul aria-label="Callers without a rationale" className="divide-y divide-border">
      {rows.map((row) => (
        <OneOffender key={`${row.tenant.id} ${row.gateway.id} ${row.agent}`} row={row} tenants={tenants} />
      ))}
    </ul>
  );
}

function OneOffender({ row, tenants }: { row: Offender; tenants: boolean }) {
  const { tenant, gateway, agent, calls, refused, returned, lastAt, resolvedAt } = row;
  return (
    <li className="flex items-start gap-x-6 gap-y-2 px-4 py-3 max-sm:flex-col">
      <div className="flex min-w-0 flex-1 flex-col gap-0.5">
        <Link
          href={`/rationales?${callsOf(row)}`}
          data-key="row"
          className="self-start py-0.5 font-medium text-sm underline-offset-2 wrap-anywhere hover:underline max-sm:py-3"
        >
          {agent === null ? "Unknown agent" : <Untrusted>{agent}</Untrusted>}
        </Link>
        <p className="text-fg-muted text-sm">
          <span className="tnum">{counted(calls, "call")}</span> without a rationale
          {refusedWords(calls, refused)}. Last <Time value={lastAt} form="relative" />
          {returned > 0 && <>. Left it out again {counted(returned, "time")} after it had complied</>}.
        </p>
        <p className="flex flex-wrap items-center gap-x-1.5 text-fg-subtle text-xs">
          {gateway.name === "" ? (
            "Unknown: the gateway is gone"
          ) : (
            <Link href={`/gateways/${gateway.id}`} className={LINK}>
              <Untrusted>{gateway.name}</Untrusted>
            </Link>
          )}
          {tenants && (
            <>
              <span aria-hidden>·</span>
              <Untrusted>{tenant.key}</Untrusted>
            </>
          )}
          {refused > 0 && gateway.name !== "" && (
            <>
              <span aria-hidden>·</span>
              <Link href={`/gateways/${gateway.id}/requests?status=refused`} className={LINK}>
                What the gateway sent that was refused
              </Link>
            </>
          )}
        </p>
      </div>
      <p className="flex flex-col items-start gap-0.5 text-xs sm:items-end">
        <StatusMark icon={resolvedAt === null ? "alert" : "check"} strong={resolvedAt === null}>
          {resolvedAt === null ? "Unresolved" : "Resolved"}
        </StatusMark>
        {resolvedAt !== null && (
          <span className="text-fg-muted">
            sends one since <Time value={resolvedAt} form="relative" />
          </span>
        )}
      </p>
    </li>
  );
}

function refusedWords(calls: number, refused: number): string {
  if (refused === 0) return "";
  if (refused < calls) return `, ${refused.toLocaleString("en")} of them refused`;
  return calls === 1 ? ", refused" : ", all refused";
}

/** The log's filter for the caller's calls without a rationale. */
function callsOf({ tenant, gateway, agent }: Offender): URLSearchParams {
  return new URLSearchParams({
    // Their calls have their own names.
    ...(agent === null || agent === MORE_AGENTS ? {} : { agent }),
    ...(gateway.name === "" ? {} : { gateway: gateway.name }),
    tenant: tenant.key,
    rationale: "missing",
    within: "any",
  });
}
