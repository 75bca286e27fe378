import type { Metadata } from "next";
import { LiveRefresh } from "@/components/shell/live/live-refresh";
import { SuggestedOfTool } from "@/components/signals/suggestions/suggested-of-tool";
import { Boundaries } from "@/components/tools/detail/boundaries";
import { ToolFrame } from "@/components/tools/detail/tool-frame";
import { ToolHealth } from "@/components/tools/detail/tool-health";
import { requireUser } from "@/lib/auth/sessions/current";
import { getToolRecord } from "@/lib/calls/of-tool/queries";
import { env } from "@/lib/core/env";
import { getToolBoundaries } from "@/lib/signals/boundaries/queries";
import { AXIS_NAMERS } from "@/lib/signals/boundaries/types";
import { getToolHealth } from "@/lib/signals/health/queries";
import { listOpenOfTool } from "@/lib/signals/suggestions/queries";
import { toolOrNotFound, toolTitle } from "../one-tool";

type Props = { params: Promise<{ id: string }> };

export const generateMetadata = ({ params }: Props): Promise<Metadata> => toolTitle(params, "Health");

export default async function ToolHealthPage({ params }: Props) {
  const { id } = await params;
  const scope = await requireUser(`/tools/${id}/health`);
  const tool = await toolOrNotFound(scope, id);
  const key = { id, gatewayId: tool.gateway.id, provider: tool.provider, name: tool.name };
  const [found, record, suggested] = await Promise.all([
    getToolBoundaries(scope, key),
    getToolRecord(scope, key),
    listOpenOfTool(scope, id),
  ]);
  const health = await getToolHealth(scope, key, found.utility.repeated);
  return (
    <ToolFrame tool={tool} current="health" publicUrl={env().PUBLIC_URL}>
      <LiveRefresh topics={["tool"]} id={id} />
      <ToolHealth tool={tool} health={health} />
      <SuggestedOfTool tool={tool} found={suggested} />
      <Boundaries
        tool={tool}
        found={found}
        namesakes={record.namesakes}
        mayName={AXIS_NAMERS.some((role) => role === scope.actor.role)}
      />
    </ToolFrame>
  );
}
