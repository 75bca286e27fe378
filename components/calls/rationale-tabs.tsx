import { PageTabs } from "@/components/ui/page";

const TABS = [
  { href: "/rationales", label: "Log" },
  { href: "/rationales/intents", label: "Intents" },
  { href: "/rationales/weekly", label: "Weekly" },
] as const;

/** The three views of what agents say: call by call, grouped, and week by week. */
export function RationaleTabs({ current }: { current: (typeof TABS)[number]["label"] }) {
  return (
    <PageTabs label="Rationales" items={TABS.map((tab) => ({ ...tab, current: tab.label === current }))} />
  );
}
