import { Choice } from "@/components/ui/list/choice";
import { plainOptions } from "@/components/ui/list/choice-options";
import { FilterChips } from "@/components/ui/list/filter-chips";
import { fieldsOf } from "@/components/ui/list/filter-field";
import { FilterForm } from "@/components/ui/list/filter-form";
import { FilterMenu } from "@/components/ui/list/filter-menu";
import { TabLinks } from "@/components/ui/tab-links";
import { CHANNEL_WORDS, KIND_WORDS, STATE_WORDS } from "@/components/words/notifications";
import { NOTICE_KINDS, PEOPLE_CHANNELS } from "@/lib/notices/types";
import { type NotificationFilter, notificationList } from "@/lib/notifications/list";
import { NOTIFICATION_STATES } from "@/lib/notifications/types";

const LABELS = { kind: "Kind", channel: "Channel", state: "State", tenant: "Tenant", approval: "Call" };

const KINDS = NOTICE_KINDS.map((value) => ({ value, label: KIND_WORDS[value].name }));
const CHANNELS = PEOPLE_CHANNELS.map((value) => ({ value, label: CHANNEL_WORDS[value] }));
const STATES = NOTIFICATION_STATES.map((value) => ({ value, label: STATE_WORDS[value] }));

/** Filters of the log; the view of all is for administrators. */
export function NotificationFilters({
  filter,
  tenants,
  admin,
}: {
  filter: NotificationFilter;
  tenants: readonly { key: string }[];
  admin: boolean;
}) {
  const field = fieldsOf(filter, LABELS);
  return (
    <div className="flex flex-col gap-3">
      {admin && (
        <TabLinks
          label="Whose notifications"
          items={(["mine", "all"] as const).map((view) => ({
            href: notificationList.link(filter, { view }),
            label: view === "mine" ? "Yours" : "All",
            current: filter.view === view,
          }))}
        />
      )}
      <FilterForm action={notificationList.path} label="Filter notifications" views={["mine", "all"]}>
        <FilterMenu count={notificationList.chips(filter).length}>
          <Choice {...field("kind")} any="All kinds" options={KINDS} />
          <Choice {...field("channel")} any="All channels" options={CHANNELS} />
          <Choice {...field("state")} any="All states" options={STATES} />
          {tenants.length > 1 || filter.tenant !== undefined ? (
            <Choice
              {...field("tenant")}
              any="All tenants"
              options={plainOptions(tenants.map(({ key }) => key))}
            />
          ) : null}
        </FilterMenu>
        {filter.approval && <input type="hidden" name="approval" value={filter.approval} />}
      </FilterForm>
      <FilterChips chips={notificationList.chips(filter)} labels={LABELS} shown={shownOf} />
    </div>
  );
}

function shownOf(name: string, value: string): string | undefined {
  if (name === "approval") return "one call";
  return [...KINDS, ...CHANNELS, ...STATES].find((one) => one.value === value)?.label;
}
