import type { Metadata } from "next";
import { Suspense } from "react";
import { FeedbackInbox } from "@/components/feedback/feedback-panes";
import { FeedbackFiguresPanel, FeedbackFiguresSkeleton } from "@/components/feedback/figures";
import { FeedbackInsightStrip } from "@/components/feedback/insight";
import { SampleOffer } from "@/components/onboarding/sample-offer";
import { requireUser } from "@/lib/auth/sessions/current";
import type { Search } from "@/lib/core/list/filters";
import type { UserScope } from "@/lib/core/scope";
import { getFeedbackFigures } from "@/lib/feedback/figures";
import { inboxList } from "@/lib/feedback/inbox/list";
import { listInbox } from "@/lib/feedback/inbox/queries";
import { getFeedbackInsight } from "@/lib/feedback/insight";
import { mayAnswer } from "@/lib/feedback/rules";
import { mayAdministerAll } from "@/lib/tenants/rules";

type Props = { searchParams: Promise<Search> };

export const metadata: Metadata = { title: "Feedback" };

async function Figures({ scope, tenant }: { scope: UserScope; tenant?: string }) {
  const now = new Date();
  const [figures, insight] = await Promise.all([
    getFeedbackFigures(scope, tenant, now),
    getFeedbackInsight(scope, tenant, now),
  ]);
  return (
    <FeedbackFiguresPanel
      figures={figures}
      tenant={tenant}
      insight={<FeedbackInsightStrip insight={insight} tenant={tenant} />}
    />
  );
}

export default async function FeedbackPage({ searchParams }: Props) {
  const scope = await requireUser("/feedback");
  const { filter, problems } = inboxList.parse(await searchParams);
  const page = await listInbox(scope, filter);
  const figures = (
    <Suspense fallback={<FeedbackFiguresSkeleton />}>
      <Figures scope={scope} tenant={filter.tenant} />
    </Suspense>
  );
  const offer = mayAdministerAll(scope) && <SampleOffer />;
  const viewer = { id: scope.actor.id, mayAct: mayAnswer(scope.actor.role) };
  return (
    <FeedbackInbox
      filter={filter}
      problems={problems}
      page={page}
      viewer={viewer}
      offer={offer}
      figures={figures}
    />
  );
}
