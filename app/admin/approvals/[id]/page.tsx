import { permanentRedirect } from "next/navigation";

type Props = { params: Promise<{ id: string }> };

export default async function OldApprovalPage({ params }: Props) {
  // Next passes the segment encoded.
  permanentRedirect(`/approvals/${(await params).id}`);
}
