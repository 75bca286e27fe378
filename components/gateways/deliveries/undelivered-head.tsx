import { PageHead } from "@/components/ui/page";

/** What the page of callbacks that could not be told begins with. */
export function UndeliveredHead() {
  return (
    <PageHead
      title="Could not tell the gateway"
      crumbs={[{ href: "/gateways", label: "Gateways" }]}
      description="Callbacks the worker gave up on, after three days or because the gateway's callback was switched off or removed. The decisions hold, but their gateways may not know them. Each callback stays here until it is sent again; if its approval was revoked meanwhile, Countersign tells the gateway that instead."
    />
  );
}
