import { proveScope, type Role, type UserScope } from "@/lib/core/scope";
import type { CreateUser } from "../schema";
import { openSession } from "../sessions/commands";
import { aSignInPerson } from "./people";

export async function aSignedIn(
  role: Role = "admin",
  over: Partial<CreateUser> = {},
): Promise<UserScope & { password: string }> {
  const { id, email, password } = await aSignInPerson({ role, ...over });
  const credentialId = await openSession(id, { provider: "credentials", userAgent: "tests" });
  const actor = {
    kind: "user",
    id,
    name: email.split("@")[0] ?? email,
    email,
    role,
    via: "session",
    credentialId,
  } as const;
  return { ...proveScope(actor, [], { unlimited: over.tenants === undefined }), password };
}
