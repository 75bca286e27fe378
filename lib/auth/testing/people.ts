import { systemScope } from "@/lib/core/scope";
import { unique } from "@/lib/testing/factories";
import { createUser } from "../people/commands";
import type { CreateUser } from "../schema";

export const PASSWORD = "correct horse battery staple";

export async function aSignInPerson(
  over: Partial<CreateUser> = {},
): Promise<{ id: string; email: string; password: string }> {
  const email = `${unique("p")}@example.test`;
  const input: CreateUser = { email, role: "approver", password: PASSWORD, ...over };
  return { ...(await createUser(systemScope("tests"), input)), password: input.password ?? "" };
}
