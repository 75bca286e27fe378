import type { Metadata } from "next";
import { LiveRefresh } from "@/components/shell/live/live-refresh";
import { ToolFrame } from "@/components/tools/detail/tool-frame";
import { InShort } from "@/components/tools/overview/in-short";
import { OverTime } from "@/components/tools/overview/over-time";
import { RefusedFields } from "@/components/tools/overview/refused-fields";
import { Tiles } from "@/components/tools/overview/tiles";
import { Banner } from "@/components/ui/banner";
import { ButtonLink } from "@/components/ui/button-link";
import { requireUser } from "@/lib/auth/sessions/current";
import { getToolDecisions, getToolFeedback, getToolRecord } from "@/lib/calls/of-tool/queries";
import { env } from "@/lib/core/env";
import { listToolStandings } from "@/lib/signals/boundaries/queries";
import { getToolHealth } from "@/lib/signals/health/queries";
import { getToolUse } from "@/lib/signals/use/queries";
import { toolOrNotFound, toolTitle } from "./one-tool";

type Props = { params: Promise<{ id: string }> };

export const generateMetadata = ({ params }: Props): Promise<Metadata> => toolTitle(params);

export default async function ToolPage({ params }: Props) {
  const { id } = await params;
  const scope = await requireUser(`/tools/${id}`);
  const tool = await toolOrNotFound(scope, id);
  const key = { id, gatewayId: tool.gateway.id, provider: tool.provider, name: tool.name };
  const [record, decisions, feedback, use, standings] = await Promise.all([
    getToolRecord(scope, key),
    getToolDecisions(scope, key),
    getToolFeedback(scope, key),
    getToolUse(scope, key, { by: "version", days: "14" }),
    listToolStandings(scope, [key], null),
  ]);
  const health = await getToolHealth(scope, key, standings.get(id)?.utility.repeated ?? false);
  return (
    <ToolFrame tool={tool} current="overview" publicUrl={env().PUBLIC_URL}>
      <LiveRefresh topics={["tool"]} id={id} />
      {tool.proposal && (
        <Banner
          title="The gateway asks for a lower rating"
          action={<ButtonLink href={`/tools/${id}/rating#proposal`}>Review</ButtonLink>}
        >
          The present rating stays in force until an administrator decides.
        </Banner>
      )}
      <Tiles tool={tool} record={record} health={health} use={use} decisions={decisions} />
      <OverTime tool={tool} record={record} use={use} />
      <div className="grid items-start gap-6 lg:grid-cols-[minmax(0,1fr)_20rem]">
        <RefusedFields tool={tool} use={use} />
        <InShort tool={tool} feedback={feedback} />
      </div>
    </ToolFrame>
  );
}
