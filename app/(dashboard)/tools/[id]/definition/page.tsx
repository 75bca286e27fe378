import type { Metadata } from "next";
import { DefinitionView } from "@/components/tools/detail/definition-view";
import { Findings } from "@/components/tools/detail/findings";
import { ToolFrame } from "@/components/tools/detail/tool-frame";
import { requireUser } from "@/lib/auth/sessions/current";
import { listRefusedFields } from "@/lib/calls/of-tool/queries";
import { env } from "@/lib/core/env";
import { toolOrNotFound } from "../one-tool";

type Props = { params: Promise<{ id: string }> };

export const metadata: Metadata = { title: "Definition" };

export default async function ToolDefinitionPage({ params }: Props) {
  const { id } = await params;
  const scope = await requireUser(`/tools/${id}/definition`);
  const tool = await toolOrNotFound(scope, id);
  const refused = await listRefusedFields(scope, {
    id,
    gatewayId: tool.gateway.id,
    provider: tool.provider,
    name: tool.name,
  });
  return (
    <ToolFrame tool={tool} current="definition" publicUrl={env().PUBLIC_URL}>
      <DefinitionView definition={tool.definition}>
        <Findings tool={tool} refused={refused} />
      </DefinitionView>
    </ToolFrame>
  );
}
