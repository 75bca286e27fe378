import type { Metadata } from "next";
import { notFound, redirect } from "next/navigation";
import { cache } from "react";
import { ActHistory } from "@/components/intents/act-history";
import { FormerIntent } from "@/components/intents/former-intent";
import { IntentActs } from "@/components/intents/intent-acts";
import { ToolMatrix, Trend, WhoTable } from "@/components/intents/intent-figures";
import { IntentHead } from "@/components/intents/intent-head";
import { IntentRelated } from "@/components/intents/intent-related";
import { MemberList } from "@/components/intents/member-list";
import { OddJobs, Quotes, WhyGrouped } from "@/components/intents/why-grouped";
import { LiveRefresh } from "@/components/shell/live/live-refresh";
import { ListFrame } from "@/components/ui/list/list-frame";
import { ListNotice } from "@/components/ui/list/list-notice";
import { Card, Page, Section } from "@/components/ui/page";
import { requireUser } from "@/lib/auth/sessions/current";
import { callList } from "@/lib/calls/log/list";
import type { Search } from "@/lib/core/list/filters";
import type { UserScope } from "@/lib/core/scope";
import { tabTitle } from "@/lib/core/text/tab-title";
import {
  actsOf,
  findFormer,
  findIntent,
  matrixOf,
  neighboursOf,
  trendOf,
  whoMeans,
} from "@/lib/intents/detail/queries";
import { relatedOf } from "@/lib/intents/detail/relations";
import type { IntentView } from "@/lib/intents/detail/types";
import { oddJobsOf } from "@/lib/intents/finding-intents";
import { type MemberFilter, memberList } from "@/lib/intents/list";
import { representativesOf, templatesOfIntent } from "@/lib/intents/queries";
import { RATIONALE_JUDGES } from "@/lib/intents/runs/types";

type Props = { params: Promise<{ id: string }>; searchParams: Promise<Search> };

const MEMBERS_SHOWN = 25;

const intentOf = cache(findIntent);

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  const { id } = await params;
  const intent = await intentOf(await requireUser(`/rationales/intents/${id}`), id);
  return { title: intent ? tabTitle(intent.name) : "Intent" };
}

/** Reads everything for the page in parallel. */
async function readAll(scope: UserScope, { id }: IntentView, filter: MemberFilter) {
  const [quotes, members, matrix, trend, agents, models, related, neighbours, acts, oddJobs] =
    await Promise.all([
      representativesOf(scope, id),
      templatesOfIntent(scope, id, { ...filter, limit: MEMBERS_SHOWN }),
      matrixOf(scope, id),
      trendOf(scope, id),
      whoMeans(scope, id, "agent"),
      whoMeans(scope, id, "model"),
      relatedOf(scope, id),
      neighboursOf(scope, id),
      actsOf(scope, id),
      oddJobsOf(scope, id),
    ]);
  return { quotes, members, matrix, trend, agents, models, related, neighbours, acts, oddJobs };
}

type All = Awaited<ReturnType<typeof readAll>>;

/** Summary of an intent: quotes, grouping, trend and the tools that agents use. */
function Understood({ intent, all }: { intent: IntentView; all: All }) {
  return (
    <>
      <Section id="quotes" title="In agents' words">
        <Quotes quotes={all.quotes} />
      </Section>
      <Section id="why" title="Why these belong together">
        <WhyGrouped intent={intent} neighbours={all.neighbours} />
      </Section>
      <Section id="trend" title="Course">
        <Card>
          <Trend intent={intent.id} weeks={all.trend} />
        </Card>
      </Section>
      <Section id="tools" title="Tools and what became of the calls">
        <OddJobs jobs={all.oddJobs} />
        <ToolMatrix intent={intent.id} rows={all.matrix} />
      </Section>
    </>
  );
}

export default async function IntentPage({ params, searchParams }: Props) {
  const { id } = await params;
  const scope = await requireUser(`/rationales/intents/${id}`);
  const search = await searchParams;
  const { filter, problems } = memberList.parse(search);
  const intent = await intentOf(scope, id);
  if (!intent) {
    const former = await findFormer(scope, id);
    if (!former) notFound();
    if (former.toId) redirect(`/rationales/intents/${former.toId}?from=${id}`);
    return <FormerIntent former={former} />;
  }
  const [all, came] = await Promise.all([
    readAll(scope, intent, filter),
    typeof search.from === "string" ? findFormer(scope, search.from) : null,
  ]);
  const { tenantId, revision } = intent;
  const mayJudge = RATIONALE_JUDGES.some((role) => role === scope.actor.role);
  const path = `/rationales/intents/${id}`;
  const target = { tenantId, id, revision };
  return (
    <Page>
      <LiveRefresh topics={["intent"]} />
      <IntentHead
        intent={intent}
        formerly={came?.toId === id ? came.name : null}
        acts={
          mayJudge && (
            <IntentActs intent={{ ...intent, hasIssue: intent.issue !== null }} neighbours={all.neighbours} />
          )
        }
      />
      <ListNotice problems={problems} />
      <Understood intent={intent} all={all} />
      <Section id="who" title="Agents and models" description="Of the calls of the last eight weeks.">
        <div className="grid items-start gap-4 sm:grid-cols-2">
          <WhoTable intent={id} by="agent" rows={all.agents} />
          <WhoTable intent={id} by="model" rows={all.models} />
        </div>
      </Section>
      <IntentRelated {...all.related} href={callList.link({ intent: id, within: "any" })} />
      {all.acts.length > 0 && (
        <Section id="acts" title="What people did">
          <Card flush>
            <ActHistory acts={all.acts} tenantId={tenantId} mayUndo={mayJudge} />
          </Card>
        </Section>
      )}
      <Section
        id="said"
        title={filter.part === undefined ? "What agents said" : `What agents said: part ${filter.part}`}
        description="Each way to say it, in the words of its newest call; only ids, numbers and the like differ."
      >
        <ListFrame
          list={memberList}
          filter={filter}
          nextCursor={all.members.nextCursor}
          path={path}
          hash="#said"
          label="Pages of rationales"
          newest="First page"
          older="More rationales"
        >
          <MemberList
            intent={target}
            templates={all.members.rows}
            mayJudge={mayJudge}
            standsFor={intent.medoidId}
            line={intent.line}
            neighbours={all.neighbours}
          />
        </ListFrame>
      </Section>
    </Page>
  );
}
