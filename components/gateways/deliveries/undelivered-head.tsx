import { PageHead } from "@/components/ui/page";

/** The head of the page of undelivered callbacks. */
export function UndeliveredHead() {
  return (
    <PageHead
      title="Undelivered decisions"
      crumbs={[{ href: "/gateways", label: "Gateways" }]}
      description="Callbacks the worker gave up on, after three days or because the gateway's callback was switched off or removed. The decisions hold, but their gateways may not know them. Each callback stays here until an approver or administrator sends it again. If its approval was revoked meanwhile, Countersign sends the revocation instead."
    />
  );
}
