import { afterAll, beforeAll } from "vitest";
import { env, parseEnv } from "@/lib/core/env";

// Files of a process run in sequence and share its parsed environment.

type Settings = ReturnType<typeof env>;

type Variables = Record<string, string | undefined>;

/**
 * Sets variables of this process as if it had started with them. Returns a function that restores
 * them.
 */
export function setVariables(variables: Variables): () => void {
  const kept = Object.keys(variables).map((name) => [name, process.env[name]] as const);
  const read = { ...env() };
  assign(Object.entries(variables));
  become(parseEnv(process.env));
  return () => {
    assign(kept);
    become(read);
  };
}

function become(values: Settings): void {
  const own: Partial<Settings> = env();
  for (const name of Object.keys(own) as (keyof Settings)[]) if (!(name in values)) delete own[name];
  Object.assign(own, values);
}

function assign(variables: readonly (readonly [string, string | undefined])[]): void {
  for (const [name, value] of variables)
    if (value === undefined) delete process.env[name];
    else process.env[name] = value;
}

export function withVariables(variables: Variables | (() => Promise<Variables>)): void {
  let putBack: (() => void) | undefined;
  beforeAll(async () => {
    putBack = setVariables(typeof variables === "function" ? await variables() : variables);
  });
  afterAll(() => putBack?.());
}
