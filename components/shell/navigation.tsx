import { Count } from "@/components/ui/badge";
import { Icon, type IconName } from "@/components/ui/icon";
import { DESTINATIONS } from "./destinations";
import { NavLink } from "./nav-link";

type Group = { title?: string; hrefs: readonly string[] };

const MAIN: Group = { hrefs: ["/approvals", "/feedback", "/rationales", "/tools", "/activity"] };
const VIEWS: Group = {
  title: "Views",
  hrefs: ["/approvals?view=high", "/approvals?view=attention", "/approvals?view=decided"],
};

const CONNECT: Group = { title: "Connect", hrefs: ["/gateways", "/settings"] };

const VIEW_NAMES = VIEWS.hrefs.flatMap((href) => viewOf(href) ?? []);

/** A list this person keeps, with its own address. */
export type SavedLink = { id: string; name: string; href: string; count: number };

/** Where one can go. `counts` are what this person can act on, by path. */
export function Navigation({
  counts,
  saved,
}: {
  counts: Readonly<Record<string, number>>;
  saved: readonly SavedLink[];
}) {
  return (
    <nav aria-label="Main" className="flex flex-col gap-0.5">
      <NavGroup group={MAIN} counts={counts} />
      <NavGroup group={VIEWS} counts={counts} />
      {saved.length > 0 && (
        <div>
          <GroupTitle>Saved views</GroupTitle>
          <ul className="flex flex-col gap-0.5 lg:rail:mt-2">
            {saved.map(({ id, name, href, count }) => (
              <NavItem key={id} href={href} label={name} icon="bookmark" count={count} />
            ))}
          </ul>
        </div>
      )}
      <NavGroup group={CONNECT} counts={counts} />
    </nav>
  );
}

function NavGroup({ group, counts }: { group: Group; counts: Readonly<Record<string, number>> }) {
  return (
    <div>
      {group.title && <GroupTitle>{group.title}</GroupTitle>}
      <ul className="flex flex-col gap-0.5 lg:rail:mt-2">
        {DESTINATIONS.filter(({ href }) => group.hrefs.includes(href)).map(({ href, label, icon }) => (
          <NavItem key={href} href={href} label={label} icon={icon} count={counts[href] ?? 0} />
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
  count,
}: {
  href: string;
  label: string;
  icon: IconName;
  count: number;
}) {
  return (
    <li>
      <NavLink href={href} views={VIEW_NAMES} label={label}>
        <Icon name={icon} />
        <span className="min-w-0 truncate lg:rail:sr-only">{label}</span>
        <NavCount value={count} />
      </NavLink>
    </li>
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

function viewOf(href: string): string | null {
  return new URLSearchParams(href.split("?")[1]).get("view");
}
