import type { Role } from "@/lib/core/scope";
import type { WeekHours } from "@/lib/core/time-window/types";

/** The form of a group's name. */
export const GROUP_NAME = /^[a-z0-9](?:[a-z0-9-]{0,38}[a-z0-9])?$/;

export const GROUP_NAME_MAX = 40;
export const GROUP_DESCRIPTION_MAX = 300;

/** All groups are read at once, by pages and by whoever asks the API. */
export const GROUPS_MAX = 200;
export const GROUP_MEMBERS_MAX = 500;
export const SHIFTS_MAX = 200;

/** A person of a group. Without a role that may decide, or switched off, they decide nothing. */
type Member = {
  id: string;
  name: string;
  email: string;
  role: Role;
  isOff: boolean;
  /** Belongs to it because the sign-on provider says so. */
  byProvider: boolean;
  /** May decide for it at this moment, as far as its rota goes. */
  isOnDuty: boolean;
};

/** Hours of the week in which somebody, by their address, is on duty. */
export type Shift = WeekHours & { person: string };

/** Who of a group is on duty when; outside of their shifts its people decide nothing for it. */
export type Rota = { zone: string; shifts: readonly Shift[] };

/** People whom policies can name together; those who belong to it by name. */
export type GroupOfPeople = {
  id: string;
  name: string;
  description: string;
  createdAt: Date;
  /** Null: everybody, always. */
  rota: Rota | null;
  members: readonly Member[];
};

/** A group as lists show it. */
export type GroupListed = { name: string; description: string; members: number };

/** Who came into a group and who left it, by their addresses. */
export type MembersMoved = { added: string[]; removed: string[] };

/** What putting a group did; nothing of it where the group was like that already. */
export type GroupPut = MembersMoved & { created: boolean };
