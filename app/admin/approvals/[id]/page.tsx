import { permanentRedirect } from "next/navigation";

type Props = { params: Promise<{ id: string }> };

/** The path that early gateways link to. */
export default async function OldApprovalPage({ params }: Props) {
  permanentRedirect(`/approvals/${encodeURIComponent((await params).id)}`);
}
