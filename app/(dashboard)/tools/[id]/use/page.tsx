import type { Metadata } from "next";
import { UseFigureTables } from "@/components/signals/use/figures";
import { HotSpots, LostFields, SwitchedToList } from "@/components/signals/use/hot-spots";
import { ToolFrame } from "@/components/tools/detail/tool-frame";
import { Use } from "@/components/tools/detail/use";
import { requireUser } from "@/lib/auth/sessions/current";
import { getToolRecord } from "@/lib/calls/of-tool/queries";
import { env } from "@/lib/core/env";
import type { Search } from "@/lib/core/list/filters";
import { parseUse } from "@/lib/signals/use/list";
import { getToolUse } from "@/lib/signals/use/queries";
import { toolOrNotFound, toolTitle } from "../one-tool";

type Props = { params: Promise<{ id: string }>; searchParams: Promise<Search> };

export const generateMetadata = ({ params }: Props): Promise<Metadata> => toolTitle(params, "Use");

export default async function ToolUsePage({ params, searchParams }: Props) {
  const [{ id }, search] = [await params, await searchParams];
  const scope = await requireUser(`/tools/${id}/use`);
  const tool = await toolOrNotFound(scope, id);
  const key = { id, gatewayId: tool.gateway.id, provider: tool.provider, name: tool.name };
  const [use, record] = await Promise.all([
    getToolUse(scope, key, parseUse(search)),
    getToolRecord(scope, key),
  ]);
  const shown = { tool: { id, name: tool.name, gateway: tool.gateway.name }, use };
  return (
    <ToolFrame tool={tool} current="use" publicUrl={env().PUBLIC_URL}>
      <UseFigureTables {...shown} />
      <HotSpots {...shown} />
      <LostFields {...shown} />
      <SwitchedToList {...shown} />
      <Use tool={tool} record={record} />
    </ToolFrame>
  );
}
