import { redirect } from "next/navigation";
import { requireUser } from "@/lib/auth/sessions/current";

/** Redirects to the first settings page that this person may see. */
export default async function SettingsPage() {
  const { actor } = await requireUser("/settings");
  redirect(actor.role === "admin" ? "/settings/tenants" : "/settings/profile");
}
