import type { Role } from "@/lib/core/scope";

export const ROLES_SAID: Record<Role, { name: string; may: string }> = {
  admin: {
    name: "Admin",
    may: "Sets up gateways, tenants and people, and can do everything an approver can",
  },
  approver: { name: "Approver", may: "Decides held calls; reads everything else" },
  triager: { name: "Triager", may: "Answers feedback; reads everything else" },
  viewer: { name: "Viewer", may: "Reads; changes only their own profile" },
};

export const PERSON_STATES = {
  active: "Active",
  off: "Switched off",
  new: "New",
} as const;
