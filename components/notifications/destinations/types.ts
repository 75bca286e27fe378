import type { Destination } from "@/lib/channels/destinations/types";
import type { PeopleChannel } from "@/lib/notices/types";
import type { LastSent } from "@/lib/notifications/types";

/** What the forms choose among. */
export type DestinationChoices = {
  tenants: readonly { key: string; name: string }[];
  groups: readonly string[];
  /** Channels that the installation can send on. */
  setUp: readonly PeopleChannel[];
};

export type DestinationRow = Destination & { last: LastSent | null };
