import { Icon, type IconName } from "@/components/ui/icon";
import { type Administers, DESTINATIONS, isOpenTo } from "./destinations";
import { NavCount } from "./nav-count";
import { NavLink } from "./nav-link";

type Group = { title?: string; hrefs: readonly string[] };

const MAIN: Group = {
  hrefs: ["/approvals", "/reviews", "/feedback", "/rationales", "/tools", "/insights", "/activity"],
};
const VIEWS: Group = {
  title: "Views",
  hrefs: ["/approvals?view=high", "/approvals?view=attention", "/approvals?view=decided"],
};

const CONNECT: Group = { title: "Connect", hrefs: ["/gateways", "/policies", "/settings"] };

const VIEW_NAMES = VIEWS.hrefs.flatMap((href) => viewOf(href) ?? []);

/** A list this person saved, with its address. */
export type SavedLink = { id: string; name: string; href: string };

/** The links of the product, with the number of items this person can act on. */
export function Navigation({
  saved,
  administers,
}: {
  saved: readonly SavedLink[];
  administers: Administers;
}) {
  return (
    <nav aria-label="Main" className="flex flex-col gap-0.5">
      <NavGroup group={MAIN} administers={administers} />
      <NavGroup group={VIEWS} administers={administers} />
      {saved.length > 0 && (
        <div>
          <GroupTitle>Saved views</GroupTitle>
          <ul className="flex flex-col gap-0.5 lg:rail:mt-2">
            {saved.map(({ id, name, href }) => (
              <NavItem key={id} href={href} label={name} icon="bookmark" of={id} />
            ))}
          </ul>
        </div>
      )}
      <NavGroup group={CONNECT} administers={administers} />
    </nav>
  );
}

function NavGroup({ group, administers }: { group: Group; administers: Administers }) {
  const open = DESTINATIONS.filter(
    (destination) => group.hrefs.includes(destination.href) && isOpenTo(destination, administers),
  );
  return (
    <div>
      {group.title && <GroupTitle>{group.title}</GroupTitle>}
      <ul className="flex flex-col gap-0.5 lg:rail:mt-2">
        {open.map(({ href, label, icon }) => (
          <NavItem key={href} href={href} label={label} icon={icon} of={href} />
        ))}
      </ul>
    </div>
  );
}

function GroupTitle({ children }: { children: string }) {
  return <h2 className="px-2 pt-3 pb-1 text-2xs font-medium text-fg-subtle lg:rail:sr-only">{children}</h2>;
}

function NavItem({
  href,
  label,
  icon,
  of,
}: {
  href: string;
  label: string;
  icon: IconName;
  /** The counter's key: a path, or a saved view's id. */
  of: string;
}) {
  return (
    <li>
      <NavLink href={href} views={VIEW_NAMES} label={label}>
        <Icon name={icon} />
        <span className="min-w-0 truncate lg:rail:sr-only">{label}</span>
        <NavCount of={of} />
      </NavLink>
    </li>
  );
}

function viewOf(href: string): string | null {
  return new URLSearchParams(href.split("?")[1]).get("view");
}
