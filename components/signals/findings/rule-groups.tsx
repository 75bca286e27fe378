import { shares } from "@/components/ui/chart/shares";
import { FILLS } from "@/components/ui/chart/tones";
import { Icon } from "@/components/ui/icon";
import { Link } from "@/components/ui/link";
import { Untrusted } from "@/components/ui/text/untrusted";
import { counted } from "@/components/words/counts";
import { CLASS_LOOKS } from "@/components/words/outcome-classes";
import { type FindingFilter, findingList } from "@/lib/signals/findings/list";
import type { FindingGroup, ProvenFinding } from "@/lib/signals/findings/types";
import { findingTitle } from "./finding-words";
import { OneFinding } from "./one-finding";

const NAME_CHARS = 60;

/** Findings by rule, one line each, the most expensive first; opened, the worst with their evidence. */
export function RuleGroups({
  groups,
  filter,
  mayMute,
}: {
  groups: readonly FindingGroup[];
  filter: FindingFilter;
  mayMute: boolean;
}) {
  const most = Math.max(...groups.map(({ cost }) => cost));
  return (
    <ul aria-label="Findings by rule">
      {groups.map((group) => (
        <li key={group.code} className="border-border not-first:border-t">
          <details open={groups.length === 1 || undefined} className="group">
            <Line group={group} most={most} />
            <ul aria-label={`Findings: ${findingTitle(group.code)}`} className="border-border border-t bg-bg">
              {group.worst.map((finding) => (
                <OneFinding
                  key={`${finding.tool.id} ${finding.pointer}`}
                  finding={finding}
                  mayMute={mayMute}
                  named
                />
              ))}
            </ul>
            {group.findings > group.worst.length && (
              <p className="border-border border-t bg-bg px-4 py-2 text-sm">
                <Link
                  href={findingList.link(filter, { code: group.code })}
                  className="inline-flex min-h-6 items-center text-accent hover:underline max-sm:min-h-12"
                >
                  {`All ${counted(group.findings, "finding")} of this rule`}
                </Link>
              </p>
            )}
          </details>
        </li>
      ))}
    </ul>
  );
}

function Line({ group, most }: { group: FindingGroup; most: number }) {
  const { code, severity, cost, tools, findings, worst } = group;
  const isWarning = severity === "warning";
  return (
    <summary
      data-key="row"
      className="grid min-h-11 cursor-pointer list-none items-center gap-x-4 gap-y-0.5 px-4 py-2 text-sm hover:bg-sunken max-sm:min-h-12 md:grid-cols-[minmax(0,1fr)_minmax(0,1fr)_11.5rem]"
    >
      <span className="flex min-w-0 items-center gap-2">
        <Icon
          name="chevron-right"
          size={14}
          className="shrink-0 text-fg-subtle transition-transform group-open:rotate-90"
        />
        <Icon name={isWarning ? "alert" : "info"} size={14} label={isWarning ? "Warning" : "Remark"} />
        <span className={isWarning ? "font-medium" : undefined}>{findingTitle(code)}</span>
      </span>
      <span className="min-w-0 truncate text-fg-muted text-xs max-md:pl-11">
        <Worst finding={worst[0]} />
      </span>
      <span className="flex items-center gap-2 max-md:pl-11">
        <svg aria-hidden width="48" height="8" className="shrink-0 max-md:hidden">
          <rect
            width={shares([cost, most - cost])[0]?.width}
            height="8"
            rx="2"
            className={FILLS[CLASS_LOOKS.caller.tone]}
          />
        </svg>
        <span className="tnum text-xs whitespace-nowrap">
          {counted(tools, "tool")}
          {findings > tools && <span className="text-fg-muted">{` · ${counted(findings, "finding")}`}</span>}
        </span>
      </span>
    </summary>
  );
}

/** The tool where the rule costs most, and what it costs there. */
function Worst({ finding }: { finding: ProvenFinding | undefined }) {
  if (!finding) return null;
  const { tool, proof, other } = finding;
  const calls = proof?.calls ?? other?.calls ?? 0;
  return (
    <>
      <Untrusted mono limit={NAME_CHARS}>
        {tool.name}
      </Untrusted>
      {calls > 0 && `, ${counted(calls, proof ? "refused call" : "call")}`}
    </>
  );
}
