import { SelectField } from "@/components/ui/field";
import { ROLES_SAID } from "@/components/words/people";
import { ROLES } from "@/lib/auth/types";
import type { Role } from "@/lib/core/scope";

/** One of the four roles, each with its permissions. */
export function RoleField({ id, defaultValue, error }: { id?: string; defaultValue: Role; error?: string }) {
  return (
    <SelectField name="role" id={id} label="Role" defaultValue={defaultValue} error={error}>
      {ROLES.map((role) => (
        <option key={role} value={role}>
          {`${ROLES_SAID[role].name}: ${ROLES_SAID[role].may}`}
        </option>
      ))}
    </SelectField>
  );
}
