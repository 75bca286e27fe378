import type { Role } from "@/lib/core/scope";
import type { WeekHours } from "@/lib/core/time-window/types";

export const GROUP_NAME = /^[a-z0-9](?:[a-z0-9-]{0,38}[a-z0-9])?$/;

export const GROUP_NAME_MAX = 40;
export const GROUP_DESCRIPTION_MAX = 300;

/** Pages and the API read all groups at once. */
export const GROUPS_MAX = 200;
export const GROUP_MEMBERS_MAX = 500;
export const SHIFTS_MAX = 200;

/** A member. Without a deciding role, or disabled, they cannot decide. */
type Member = {
  id: string;
  name: string;
  email: string;
  role: Role;
  isOff: boolean;
  /** The identity provider added them. */
  byProvider: boolean;
  /** May decide for the group now, as far as its rota is concerned. */
  isOnDuty: boolean;
};

export type Shift = WeekHours & { person: string };

/** The shifts of a group. Off duty, its members do not decide for it. */
export type Rota = { zone: string; shifts: readonly Shift[] };

export type GroupOfPeople = {
  id: string;
  name: string;
  description: string;
  createdAt: Date;
  /** Null: all members, always. */
  rota: Rota | null;
  members: readonly Member[];
};

export type GroupListed = { name: string; description: string; members: number };

export type MembersMoved = { added: string[]; removed: string[] };

/** The result of a PUT; empty lists if nothing changed. */
export type GroupPut = MembersMoved & { created: boolean };
