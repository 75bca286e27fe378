import { NotFound } from "@/components/ui/not-found";

/** The 404 page of a delivery or request. */
export function RowNotFound() {
  return (
    <NotFound title="There is nothing here" back={{ href: "/gateways", label: "Back to the gateways" }}>
      It does not exist, was deleted after its retention time, or belongs to a tenant you may not see.
    </NotFound>
  );
}
