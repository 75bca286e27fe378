import { permanentRedirect } from "next/navigation";

type Props = { params: Promise<{ id: string }> };

/** The path that early gateways link to. */
export default async function OldApprovalPage({ params }: Props) {
  // Next hands it over as it is written in an address.
  permanentRedirect(`/approvals/${(await params).id}`);
}
