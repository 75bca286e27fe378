import { cache } from "react";
import { newPasskey } from "@/lib/auth/passkeys/queries";
import type { NewPasskey } from "@/lib/auth/passkeys/types";
import type { UserScope } from "@/lib/core/scope";
import { Prisma } from "@/lib/generated/prisma/client";
import { type Frame, readFrameAnd } from "@/lib/insights/frame";
import { sampleState } from "./sample/queries";
import type { SampleState } from "./sample/types";

type Notices = { sample: SampleState | null; passkey: NewPasskey | null };

/** Data around every page, cached per request. */
export const readShell = cache(async (scope: UserScope): Promise<Frame & Notices> => {
  const notices = Prisma.sql`json_build_object('sample', ${sampleState(scope)}, 'passkey', ${newPasskey(scope)})`;
  const { more, ...frame } = await readFrameAnd(scope, notices);
  const { sample, passkey } = more as Omit<Notices, "passkey"> & {
    passkey: (NewPasskey & { at: string }) | null;
  };
  return { ...frame, sample, passkey: passkey && { ...passkey, at: new Date(passkey.at) } };
});
