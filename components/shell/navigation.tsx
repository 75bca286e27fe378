import { Count } from "@/components/ui/badge";
import { Icon, type IconName } from "@/components/ui/icon";
import { NavLink } from "./nav-link";

type Item = { path: string; view?: string; label: string; icon: IconName };
type Group = { title?: string; items: readonly Item[] };

const GROUPS: readonly Group[] = [
  {
    items: [
      { path: "/approvals", label: "Approvals", icon: "inbox" },
      { path: "/feedback", label: "Feedback", icon: "message" },
      { path: "/rationales", label: "Rationales", icon: "layers" },
      { path: "/tools", label: "Tools", icon: "wrench" },
      { path: "/activity", label: "Activity", icon: "list" },
    ],
  },
  {
    title: "Views",
    items: [
      { path: "/approvals", view: "high", label: "High and up", icon: "shield-alert" },
      { path: "/approvals", view: "attention", label: "Needs attention", icon: "flag" },
      { path: "/approvals", view: "decided", label: "Decided", icon: "archive" },
    ],
  },
  {
    title: "Connect",
    items: [
      { path: "/gateways", label: "Gateways", icon: "plug" },
      { path: "/settings", label: "Settings", icon: "settings" },
    ],
  },
];

const VIEWS = GROUPS.flatMap((group) => group.items).flatMap((item) => item.view ?? []);

/** Where one can go. `counts` are what this person can act on, by path. */
export function Navigation({ counts }: { counts: Readonly<Record<string, number>> }) {
  return (
    <nav aria-label="Main" className="flex flex-col gap-0.5">
      {GROUPS.map((group) => (
        <div key={group.title ?? "top"}>
          {group.title && (
            <h2 className="px-2 pt-3 pb-1 text-2xs font-medium text-fg-subtle lg:rail:sr-only">
              {group.title}
            </h2>
          )}
          <ul className="flex flex-col gap-0.5 lg:rail:mt-2">
            {group.items.map((item) => (
              <li key={item.label}>
                <NavLink path={item.path} view={item.view} views={VIEWS} label={item.label}>
                  <Icon name={item.icon} />
                  <span className="lg:rail:sr-only">{item.label}</span>
                  {!item.view && <NavCount value={counts[item.path] ?? 0} />}
                </NavLink>
              </li>
            ))}
          </ul>
        </div>
      ))}
    </nav>
  );
}

function NavCount({ value }: { value: number }) {
  if (value === 0) return null;
  return (
    <span className="ml-auto text-fg lg:rail:absolute lg:rail:-top-1 lg:rail:-right-1">
      <Count value={value} />
      <span className="sr-only"> waiting for you</span>
    </span>
  );
}
