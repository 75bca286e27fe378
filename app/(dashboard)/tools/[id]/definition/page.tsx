import type { Metadata } from "next";
import { LiveRefresh } from "@/components/shell/live/live-refresh";
import { DefinitionView } from "@/components/tools/detail/definition-view";
import { Findings } from "@/components/tools/detail/findings";
import { ToolFrame } from "@/components/tools/detail/tool-frame";
import { requireUser } from "@/lib/auth/sessions/current";
import { env } from "@/lib/core/env";
import { withFindingIntents } from "@/lib/intents/finding-intents";
import { listToolFindings } from "@/lib/signals/findings/queries";
import { mayAdministerAll } from "@/lib/tenants/rules";
import { toolOrNotFound, toolTitle } from "../one-tool";

type Props = { params: Promise<{ id: string }> };

export const generateMetadata = ({ params }: Props): Promise<Metadata> => toolTitle(params, "Definition");

export default async function ToolDefinitionPage({ params }: Props) {
  const { id } = await params;
  const scope = await requireUser(`/tools/${id}/definition`);
  const tool = await toolOrNotFound(scope, id);
  const findings = await withFindingIntents(scope, await listToolFindings(scope, id));
  return (
    <ToolFrame tool={tool} current="definition" publicUrl={env().PUBLIC_URL}>
      <LiveRefresh topics={["tool"]} id={id} />
      <DefinitionView definition={tool.definition}>
        <Findings findings={findings} mayMute={mayAdministerAll(scope)} />
      </DefinitionView>
    </ToolFrame>
  );
}
