import type { NoticeKind } from "@/lib/notices/types";
import type { PersonalChannel } from "./types";

// The signed links come with the e-mail channel.
export const stopLink = (_userId: string, _kind: NoticeKind, _channel: PersonalChannel): string | null =>
  null;
