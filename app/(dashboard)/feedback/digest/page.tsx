import type { Metadata } from "next";
import { DigestPage } from "@/components/feedback/digest/digest-page";
import { requireUser } from "@/lib/auth/sessions/current";
import { readFilters, type Search, textIn } from "@/lib/core/list/filters";
import { digestMarkdown } from "@/lib/feedback/digest/markdown";
import { getDigest, getDigestCourse } from "@/lib/feedback/digest/queries";
import { DIGEST_FILTERS } from "@/lib/feedback/digest/schema";
import { DIGEST_DAYS } from "@/lib/feedback/digest/types";

type Props = { searchParams: Promise<Search> };

export const metadata: Metadata = { title: "Feedback digest" };

export default async function FeedbackDigestPage({ searchParams }: Props) {
  const scope = await requireUser("/feedback/digest");
  const search = await searchParams;
  const { values, problems } = readFilters(DIGEST_FILTERS, search);
  const digest = await getDigest(scope, values, new Date());
  // Keeps the typed value, so that an age stays an age in links.
  const since = values.since === undefined ? `${DIGEST_DAYS}d` : (textIn(search.since) ?? "");
  const bars = await getDigestCourse(scope, digest);
  return <DigestPage {...{ digest, bars, since, problems }} markdown={digestMarkdown(digest)} />;
}
