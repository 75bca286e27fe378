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
import type { FeedbackFigures, FeedbackInsight } from "@/lib/feedback/types";
import { mayAdministerAll } from "@/lib/tenants/rules";

type Props = { searchParams: Promise<Search> };

export const metadata: Metadata = { title: "Feedback" };

type Told = [FeedbackFigures, FeedbackInsight];

/** Starts reading before the list and renders after it. */
function readFigures(scope: UserScope, tenant: string | undefined): Promise<Told> {
  const now = new Date();
  const told = Promise.all([
    getFeedbackFigures(scope, tenant, now),
    getFeedbackInsight(scope, tenant, now),
  ] as const);
  // If the list fails, no code awaits this promise.
  told.catch(() => undefined);
  return told;
}

async function Figures({ told, tenant }: { told: Promise<Told>; tenant?: string }) {
  const [figures, insight] = await told;
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
  const told = readFigures(scope, filter.tenant);
  const page = await listInbox(scope, filter);
  const figures = (
    <Suspense fallback={<FeedbackFiguresSkeleton />}>
      <Figures told={told} tenant={filter.tenant} />
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
