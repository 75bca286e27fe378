import type { Metadata } from "next";
import { notFound } from "next/navigation";
import { IssuePage } from "@/components/feedback/issue-page";
import { requireUser } from "@/lib/auth/current";
import { DomainError } from "@/lib/core/errors";
import { getIssue } from "@/lib/feedback/queries";

type Props = { params: Promise<{ id: string }> };

export const metadata: Metadata = { title: "Feedback" };

/** Where the `url` of an issue leads. */
export default async function FeedbackIssuePage({ params }: Props) {
  const { id } = await params;
  const scope = await requireUser(`/feedback/${id}`);
  try {
    return <IssuePage issue={await getIssue(scope, id)} />;
  } catch (error) {
    if (error instanceof DomainError && error.code === "NOT_FOUND") notFound();
    throw error;
  }
}
