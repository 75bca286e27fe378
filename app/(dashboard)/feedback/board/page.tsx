import type { Metadata } from "next";
import { FeedbackBoard } from "@/components/feedback/board/board-page";
import { SampleOffer } from "@/components/onboarding/sample-offer";
import { requireUser } from "@/lib/auth/sessions/current";
import type { Search } from "@/lib/core/list/filters";
import { readBoard } from "@/lib/feedback/board/queries";
import { inboxList } from "@/lib/feedback/inbox/list";
import { mayAnswer } from "@/lib/feedback/rules";
import { mayAdministerAll } from "@/lib/tenants/rules";

type Props = { searchParams: Promise<Search> };

export const metadata: Metadata = { title: "Feedback board" };

export default async function FeedbackBoardPage({ searchParams }: Props) {
  const scope = await requireUser("/feedback/board");
  const { filter, problems } = inboxList.parse(await searchParams, "all");
  return (
    <FeedbackBoard
      filter={filter}
      problems={problems}
      page={await readBoard(scope, filter)}
      mayAct={mayAnswer(scope.actor.role)}
      offer={mayAdministerAll(scope) && <SampleOffer />}
    />
  );
}
