"use client";

import { useRouter } from "next/navigation";
import { ActionForm } from "@/components/ui/action-form";
import { Banner } from "@/components/ui/banner";
import { Card, Section } from "@/components/ui/page";
import type { ActResult } from "@/components/ui/use-act";
import { LIMITS, PEOPLE, PERSON } from "@/components/words/people";
import type { Role } from "@/lib/core/scope";
import { LimitsField, limitsOf, type TenantChoice } from "./limits-field";
import { RoleField } from "./role-field";

type Act = (input: object) => Promise<ActResult>;

/** Somebody's role and tenants. */
export function Access({
  person,
  locked,
  tenants,
  setRole,
  setLimits,
}: {
  person: { id: string; role: Role; tenants: readonly string[] | null };
  /** Why nothing can be changed here, if so. */
  locked: string | null;
  tenants: readonly TenantChoice[];
  setRole: Act;
  setLimits: Act;
}) {
  const router = useRouter();
  const { id, role, tenants: limits } = person;
  const refresh = () => router.refresh();
  return (
    <Section id="access" title={PERSON.access} description={PERSON.accessNote}>
      {locked && <Banner icon="shield">{locked}</Banner>}
      {!locked && (
        <div className="grid items-start gap-3 md:grid-cols-2">
          <Card>
            <ActionForm
              key={role}
              label={PERSON.roleSave}
              action={setRole}
              read={(data) => ({ id, role: String(data.get("role")) })}
              submit={PERSON.roleSave}
              pendingLabel={PERSON.saving}
              done={PERSON.saved}
              variant="outline"
              onDone={refresh}
            >
              {(fields) => <RoleField label={PEOPLE.role} defaultValue={role} error={fields.role} />}
            </ActionForm>
          </Card>
          <Card>
            <ActionForm
              key={limits?.join(",") ?? ""}
              label={PERSON.limitsSave}
              action={(input: { id: string; tenants: string[] | null }) => setLimits(input)}
              read={(data) => ({ id, tenants: limitsOf(data) })}
              submit={PERSON.limitsSave}
              pendingLabel={PERSON.saving}
              done={PERSON.saved}
              variant="outline"
              onDone={refresh}
            >
              {(fields) => (
                <LimitsField
                  id="person"
                  tenants={tenants}
                  defaultValue={limits}
                  error={fields.tenants && LIMITS.error}
                />
              )}
            </ActionForm>
          </Card>
        </div>
      )}
    </Section>
  );
}
