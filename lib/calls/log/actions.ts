"use server";

import { personAction } from "@/lib/auth/action";
import { saveViewInput } from "@/lib/auth/people/schema";
import { saveLogView as saveView } from "./saved-views";

export async function saveLogView(input: { name: string; query: string }) {
  return personAction(saveViewInput, input, saveView);
}
