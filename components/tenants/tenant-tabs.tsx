import { Choice } from "@/components/ui/list/choice";
import { FilterForm } from "@/components/ui/list/filter-form";
import { PageTabs } from "@/components/ui/page";

// More tabs are unusable.
const TABS_MAX = 12;

/**
 * Selects a page's tenant, or all: tabs, or a field if there are many. Empty with a single tenant.
 */
export function TenantTabs({
  tenants,
  only,
  path,
  others,
  href,
}: {
  tenants: readonly { key: string; name: string }[];
  /** The key of the selected tenant. */
  only: string | undefined;
  path: string;
  /** The other query parameters. */
  others: readonly (readonly [name: string, value: string])[];
  href: (tenant: string | undefined) => string;
}) {
  if (tenants.length < 2) return null;
  if (tenants.length <= TABS_MAX)
    return (
      <PageTabs
        label="Tenants"
        items={[undefined, ...tenants].map((one) => ({
          href: href(one?.key),
          label: one?.name ?? "All",
          current: one?.key === only,
        }))}
      />
    );
  const beside = others.filter(([name]) => name !== "tenant");
  return (
    <FilterForm action={path} label="Tenants" beside={beside.map(([name]) => name)}>
      <Choice
        name="tenant"
        label="Tenant"
        any="All tenants"
        options={tenants.map(({ key, name }) => ({ value: key, label: name }))}
        {...(only ? { value: only } : {})}
      />
      {beside.map(([name, value]) => (
        <input key={name} type="hidden" name={name} value={value} />
      ))}
    </FilterForm>
  );
}
