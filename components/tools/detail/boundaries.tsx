import type { ReactNode } from "react";
import { callsSince } from "@/components/signals/health/failed-by";
import { Banner } from "@/components/ui/banner";
import { Explained } from "@/components/ui/explained";
import { Link } from "@/components/ui/link";
import { Card, Section } from "@/components/ui/page";
import { Untrusted } from "@/components/ui/text/untrusted";
import { counted } from "@/components/words/counts";
import { BOUNDARY_RULE, shareText } from "@/components/words/health";
import { BOUNDARY_CALLS_MIN, type ToolBoundaries } from "@/lib/signals/boundaries/types";
import type { ToolView } from "@/lib/tools/catalogue/types";
import { AxisTable } from "./axis-table";
import { LittleUse } from "./little-use";
import { Referrals } from "./referrals";

const LINK = "inline-flex min-h-6 items-center text-accent hover:underline";

const axesShown = ({ effectiveAxes }: ToolBoundaries) =>
  effectiveAxes.toLocaleString("en", { minimumFractionDigits: 1, maximumFractionDigits: 1 });

/** The result of the rule, in a sentence with figures. */
function finding(found: ToolBoundaries): string {
  const { cohesion, rate } = found;
  const often = `${shareText(rate.rate)} of its calls, newer ones counting more; at least ${shareText(rate.lower)} with 95 % confidence`;
  switch (cohesion) {
    case "none":
      return "No call of the last 28 days was referred to another tool.";
    case "few":
      return `Only ${counted(rate.calls, "call")} ran in 28 days. A warning needs ${BOUNDARY_CALLS_MIN}.`;
    case "rare":
      return `That is ${often}. A warning begins at 5 %.`;
    case "one_axis":
      return `That is ${often}. They are about one thing (${axesShown(found)} axes by their shares). Agents ask this tool for more than it does, but always for the same thing.`;
    case "few_sessions":
      return `That is ${often}, but fewer than two axes are named in two sessions each.`;
    case "warning":
      return `That is ${often}. They spread over ${axesShown(found)} axes by their shares, in several sessions each.`;
  }
}

function Split({ found }: { found: ToolBoundaries }) {
  if (!found.split) return null;
  const [one, other] = found.split.axes;
  return (
    <p>
      “<Untrusted>{one}</Untrusted>” and “<Untrusted>{other}</Untrusted>”{" "}
      {`are named together in ${found.split.events.toLocaleString("en")} of ${counted(found.events, "referral")}: two tools may serve better than one.`}
    </p>
  );
}

function Successors({ found }: { found: ToolBoundaries }) {
  if (found.successors.length === 0) return null;
  return (
    <ul className="flex flex-col gap-0.5">
      {found.successors.map(({ axis, provider, tool, sessions }) => (
        <li key={axis}>
          For “<Untrusted>{axis}</Untrusted>” agents went on with{" "}
          <Untrusted mono>{provider ? `${provider} · ${tool}` : tool}</Untrusted>{" "}
          {`and it worked, in ${counted(sessions, "session")}.`}
        </li>
      ))}
    </ul>
  );
}

/** Whether the tool is asked for more than one thing, with the referrals as evidence. */
export function Boundaries({
  tool,
  found,
  namesakes,
  mayName,
}: {
  tool: ToolView;
  found: ToolBoundaries;
  namesakes: number;
  mayName: boolean;
}) {
  const warned = found.cohesion === "warning";
  const referred = callsSince(tool.name, found.since, { outcome: "wrong_tool_boundary" });
  const said: ReactNode = (
    <div className="flex flex-col gap-1">
      <p>
        {found.events > 0 && (
          <Link href={referred} className={LINK}>
            {`${found.more ? "More than " : ""}${counted(found.events, "call")} referred elsewhere`}
          </Link>
        )}{" "}
        {found.events > 0 && `in ${counted(found.sessions, "session")}. `}
        {finding(found)}
      </p>
      <Split found={found} />
      <Successors found={found} />
    </div>
  );
  return (
    <Section
      id="boundaries"
      title="Boundaries"
      about={
        <Explained what="Boundaries">
          {BOUNDARY_RULE}
          {namesakes > 0 &&
            ` Calls of ${counted(namesakes, "other tool")} with the same name do not count, nor do calls without a provider where the gateway has several tools of the name.`}
        </Explained>
      }
      description="Calls that the tool itself refers elsewhere, last 28 days"
    >
      {warned ? (
        <Banner tone="problem" title="Asked for more than one thing">
          {said}
        </Banner>
      ) : (
        <Card>
          <div className="text-sm">{said}</div>
        </Card>
      )}
      {found.axes.length > 0 && <AxisTable tool={tool} found={found} mayName={mayName} />}
      {found.referrals.length > 0 && <Referrals found={found} all={referred} />}
      <LittleUse tool={tool} found={found} />
    </Section>
  );
}
