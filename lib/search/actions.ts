"use server";

import { type ActionRefusal, personAction } from "@/lib/auth/action";
import { findAnything } from "./queries";
import { searchInput } from "./schema";
import type { Found } from "./types";

export async function search(input: { q: string }): Promise<{ ok: true; found: Found[] } | ActionRefusal> {
  return personAction(searchInput, input, async (scope, asked) => ({
    found: await findAnything(scope, asked),
  }));
}
