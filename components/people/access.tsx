"use client";

import { useRouter } from "next/navigation";
import { ActionForm } from "@/components/ui/action-form";
import { Banner } from "@/components/ui/banner";
import { Card, Section } from "@/components/ui/page";
import { setLimitsAction, setRoleAction } from "@/lib/auth/people/actions";
import type { Role } from "@/lib/core/scope";
import { LimitsField, limitsOf, type TenantChoice } from "./limits-field";
import { RoleField } from "./role-field";

/** A user's role and tenants. */
export function Access({
  person,
  locked,
  tenants,
}: {
  person: { id: string; role: Role; tenants: readonly string[] | null };
  locked: string | null;
  tenants: readonly TenantChoice[];
}) {
  const router = useRouter();
  const { id, role, tenants: limits } = person;
  const refresh = () => router.refresh();
  return (
    <Section
      id="access"
      title="What they may do"
      description="A change applies from their next request, in every browser and for every token."
    >
      {locked && <Banner icon="shield">{locked}</Banner>}
      {!locked && (
        <div className="grid items-start gap-3 md:grid-cols-2">
          <Card>
            <ActionForm
              key={role}
              label="Change the role"
              action={setRoleAction}
              read={(data) => ({ id, role: String(data.get("role")) })}
              submit="Change the role"
              pendingLabel="Saving…"
              done="Saved"
              variant="outline"
              onDone={refresh}
            >
              {(fields) => <RoleField defaultValue={role} error={fields.role} />}
            </ActionForm>
          </Card>
          <Card>
            <ActionForm
              key={limits?.join(",") ?? ""}
              label="Change the tenants"
              action={setLimitsAction}
              read={(data) => ({ id, tenants: limitsOf(data) })}
              submit="Change the tenants"
              pendingLabel="Saving…"
              done="Saved"
              variant="outline"
              onDone={refresh}
            >
              {(fields) => (
                <LimitsField
                  id="person"
                  tenants={tenants}
                  defaultValue={limits}
                  error={fields.tenants && "Choose at least one tenant, or all of them."}
                />
              )}
            </ActionForm>
          </Card>
        </div>
      )}
    </Section>
  );
}
