import * as z from "zod";
import { shortName } from "@/lib/core/schema";
import { CHEATSHEET_BYTES_MAX } from "../types";

/** A text to publish. `gateway` null: the shared cheatsheet. `seen` null: there was none. */
export const publishInput = z.strictObject({
  provider: shortName,
  gateway: shortName.nullable(),
  markdown: z
    .string()
    .min(1, { error: "The cheatsheet is empty. Write something first." })
    .refine((text) => new TextEncoder().encode(text).length <= CHEATSHEET_BYTES_MAX, {
      error: `at most ${CHEATSHEET_BYTES_MAX / 1024} KiB`,
    }),
  seen: z.string().max(200).nullable(),
});

export type PublishInput = z.output<typeof publishInput>;
