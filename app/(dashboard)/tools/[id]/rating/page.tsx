import type { Metadata } from "next";
import { LiveRefresh } from "@/components/shell/live/live-refresh";
import { About } from "@/components/tools/detail/about";
import { Decisions } from "@/components/tools/detail/decisions";
import { Facts } from "@/components/tools/detail/facts";
import { ProposalCard } from "@/components/tools/detail/proposal";
import { Ratings } from "@/components/tools/detail/ratings";
import { ToolFrame } from "@/components/tools/detail/tool-frame";
import { Explained } from "@/components/ui/explained";
import { Link } from "@/components/ui/link";
import { Section } from "@/components/ui/page";
import { requireUser } from "@/lib/auth/sessions/current";
import { getToolDecisions, getToolRecord } from "@/lib/calls/of-tool/queries";
import { env } from "@/lib/core/env";
import { toolOrNotFound, toolTitle } from "../one-tool";

type Props = { params: Promise<{ id: string }> };

export const generateMetadata = ({ params }: Props): Promise<Metadata> => toolTitle(params, "Rating");

export default async function ToolRatingPage({ params }: Props) {
  const { id } = await params;
  const scope = await requireUser(`/tools/${id}/rating`);
  const tool = await toolOrNotFound(scope, id);
  const key = { id, gatewayId: tool.gateway.id, provider: tool.provider, name: tool.name };
  const [record, decisions] = await Promise.all([getToolRecord(scope, key), getToolDecisions(scope, key)]);
  const admin = scope.actor.role === "admin";
  return (
    <ToolFrame tool={tool} current="rating" publicUrl={env().PUBLIC_URL}>
      <LiveRefresh topics={["tool"]} id={id} />
      <Facts tool={tool} record={record} decisions={decisions} />
      {tool.proposal && (
        <Section
          id="proposal"
          title="The gateway asks for a lower rating"
          description="A gateway may raise its rating by itself, but not lower it. The present rating stays in force until an administrator decides."
        >
          <ProposalCard
            key={tool.proposal.id}
            tool={tool}
            proposal={tool.proposal}
            mayDecide={admin && scope.unlimited}
          />
        </Section>
      )}
      <Section
        id="rating"
        title="Rating"
        about={
          <Explained what="Rating">
            A tenant’s own rating comes first, then people’s rating for all tenants, then the gateway’s. A
            rule counts only for an unrated tool. A call may claim more risk only while no person has rated
            the tool.
          </Explained>
        }
        actions={
          <Link
            href={`/activity?subject=tool:${id}`}
            className="inline-flex min-h-6 items-center text-sm text-accent hover:underline"
          >
            Who changed it
          </Link>
        }
      >
        <Ratings
          tool={tool}
          waiting={decisions.waitingFor}
          mayRate={admin}
          mayRateAll={admin && scope.unlimited}
        />
      </Section>
      <About tool={tool} mayDescribe={admin && scope.unlimited} />
      <Decisions tool={tool} decisions={decisions} />
    </ToolFrame>
  );
}
