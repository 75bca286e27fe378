import { PageHead } from "@/components/ui/page";

/** The head of the page of undelivered callbacks. */
export function UndeliveredHead() {
  return (
    <PageHead
      title="Undelivered decisions"
      crumbs={[{ href: "/gateways", label: "Gateways" }]}
      description="Decisions whose gateways may not know them, because their callbacks failed."
      about={{
        what: "undelivered",
        text: "The worker gives up after three days, or when the gateway’s callback is switched off or removed. The decision holds. Its callback stays here until an approver or administrator sends it again. If the approval was revoked meanwhile, Countersign sends the revocation instead.",
      }}
    />
  );
}
