import { NotFound } from "@/components/ui/not-found";

export default function ToolNotFound() {
  return (
    <NotFound title="There is no such tool" back={{ href: "/tools", label: "All tools" }}>
      It may belong to a gateway you may not see, or no gateway ever listed it.
    </NotFound>
  );
}
