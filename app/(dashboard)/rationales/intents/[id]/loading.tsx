import { PageHead } from "@/components/ui/page";
import { PageLoading } from "@/components/ui/page-loading";

const CRUMBS = [
  { href: "/rationales", label: "Rationales" },
  { href: "/rationales/intents", label: "Intents" },
];

export default function IntentLoading() {
  return (
    <PageLoading
      label="Reading the intent"
      head={<PageHead title="Intent" crumbs={CRUMBS} />}
      bars={["h-8 w-96 max-w-full", "h-16 w-full"]}
      rows={{ count: 3, look: "flex flex-col gap-2 px-4 py-3.5", bars: ["h-4 w-4/5", "h-3 w-40"] }}
    />
  );
}
