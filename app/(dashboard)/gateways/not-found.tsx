import { NotFound } from "@/components/ui/not-found";

export default function GatewayNotFound() {
  return (
    <NotFound title="No such gateway" back={{ href: "/gateways", label: "Back to the gateways" }}>
      It does not exist, or it serves no tenant you may see.
    </NotFound>
  );
}
