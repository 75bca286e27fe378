import { PageTabs } from "@/components/ui/page";

const PARTS = [
  { part: "catalogue", href: "/tools", label: "Catalogue" },
  { part: "health", href: "/tools/health", label: "Health" },
  { part: "findings", href: "/tools/findings", label: "Findings" },
  { part: "suggestions", href: "/tools/suggestions", label: "Suggestions" },
  { part: "rules", href: "/tools/rules", label: "Rules" },
  { part: "cheatsheets", href: "/tools/cheatsheets", label: "Cheatsheets" },
  { part: "known", href: "/tools/known", label: "What agents read" },
] as const;

export function ToolsTabs({ current }: { current: (typeof PARTS)[number]["part"] }) {
  return (
    <PageTabs
      label="Pages about tools"
      items={PARTS.map(({ part, href, label }) => ({ href, label, current: part === current }))}
    />
  );
}
