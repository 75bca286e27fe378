import { callsSince } from "@/components/signals/health/failed-by";
import { Link } from "@/components/ui/link";
import { Card } from "@/components/ui/page";
import { Untrusted } from "@/components/ui/text/untrusted";
import { counted } from "@/components/words/counts";
import { shareText } from "@/components/words/health";
import type { AxisFigure, ToolBoundaries } from "@/lib/signals/boundaries/types";
import type { ToolView } from "@/lib/tools/catalogue/types";
import { AxisName } from "./axis-name";
import { AxisWords } from "./axis-words";

const AXES_SHOWN = 12;
const CLUSTERS_SHOWN = 6;

const LINK = "inline-flex min-h-6 items-center text-accent hover:underline";

type Props = { tool: ToolView; found: ToolBoundaries; mayName: boolean };

function AxisRow({ figure, tool, found, mayName }: Props & { figure: AxisFigure }) {
  const { axis, events, sessions, share } = figure;
  const spelled = (found.words.get(axis) ?? []).filter((word) => word !== axis);
  const href = callsSince(tool.name, found.since, { axis, gateway: tool.gateway.name });
  return (
    <tr className="border-t border-border align-top leading-6 [&>td]:px-3.5 [&>td]:py-1.5">
      <td>
        <Untrusted className="font-medium">{axis}</Untrusted>
        {spelled.length > 0 && (
          <span className="block text-xs leading-[18px] text-fg-muted">
            also called <Untrusted limit={200}>{spelled.join(", ")}</Untrusted>
          </span>
        )}
      </td>
      <td className="tnum text-right">
        <Link href={href} aria-label={`${counted(events, "call")} about ${axis}`} className={LINK}>
          {events.toLocaleString("en")}
        </Link>
      </td>
      <td className="tnum text-right">{sessions.toLocaleString("en")}</td>
      <td className="tnum text-right text-fg-muted max-sm:hidden">{shareText(share)}</td>
      {mayName && (
        <td>
          <span className="flex justify-end">
            <AxisName
              axis={axis}
              others={found.axes.map((other) => other.axis).filter((other) => other !== axis)}
              tenants={tool.tenants}
            />
          </span>
        </td>
      )}
    </tr>
  );
}

/** The axes in referrals, those that occur together, and people's merges. */
export function AxisTable({ tool, found, mayName }: Props) {
  const left = found.axes.length - AXES_SHOWN;
  const together = found.clusters.filter(({ axes }) => axes.length > 1).slice(0, CLUSTERS_SHOWN);
  return (
    <Card flush>
      <div className="overflow-x-auto">
        <table className="w-full text-sm">
          <caption className="sr-only">Axes that referrals name</caption>
          <thead className="text-left text-2xs text-fg-subtle">
            <tr className="[&>th]:px-3.5 [&>th]:py-2 [&>th]:font-medium">
              <th scope="col">Axis</th>
              <th scope="col" className="text-right!">
                Calls
              </th>
              <th scope="col" className="text-right!">
                Sessions
              </th>
              <th scope="col" className="text-right! max-sm:hidden">
                Share
              </th>
              {mayName && (
                <th scope="col">
                  <span className="sr-only">Names</span>
                </th>
              )}
            </tr>
          </thead>
          <tbody>
            {found.axes.slice(0, AXES_SHOWN).map((figure) => (
              <AxisRow key={figure.axis} figure={figure} tool={tool} found={found} mayName={mayName} />
            ))}
          </tbody>
        </table>
      </div>
      {left > 0 && (
        <p className="border-t border-border px-3.5 py-2 text-sm text-fg-muted">
          {`${counted(left, "more axis", "more axes")}, each named less often.`}
        </p>
      )}
      {together.length > 0 && (
        <div className="border-t border-border px-3.5 py-2.5 text-sm">
          <h3 className="text-2xs font-medium text-fg-subtle">Named together</h3>
          <ul>
            {together.map(({ axes, events, sessions }) => (
              <li key={axes.join(" ")}>
                <Untrusted limit={200}>{axes.join(" + ")}</Untrusted>{" "}
                <span className="text-fg-muted">
                  {`in ${counted(events, "call")}, ${counted(sessions, "session")}`}
                </span>
              </li>
            ))}
          </ul>
        </div>
      )}
      {found.aliases.length > 0 && (
        <AxisWords aliases={found.aliases} tenants={tool.tenants} mayName={mayName} />
      )}
    </Card>
  );
}
