import * as z from "zod";
import { shortName } from "@/lib/core/wire";
import { CHEATSHEET_BYTES_MAX } from "../schema";

/** Texts kept of each cheatsheet, the published one included. */
export const KEPT_VERSIONS = 50;

/** A person publishes what they wrote over the text they saw. `gateway` null: the shared cheatsheet. `seen` null: there was none. */
export const publishInput = z.strictObject({
  provider: shortName,
  gateway: shortName.nullable(),
  markdown: z
    .string()
    .min(1, { error: "Write something first: an empty cheatsheet helps nobody." })
    .refine((text) => new TextEncoder().encode(text).length <= CHEATSHEET_BYTES_MAX, {
      error: `at most ${CHEATSHEET_BYTES_MAX / 1024} KiB`,
    }),
  seen: z.string().max(200).nullable(),
});
export type PublishInput = z.output<typeof publishInput>;

/** A published cheatsheet without its text. `gateway` null: shared by every gateway that has none of its own. */
export type SheetHead = {
  gateway: string | null;
  bytes: number;
  etag: string;
  version: number;
  updatedBy: string;
  updatedAt: Date;
};

/** A provider with its tools and its cheatsheets, if any. */
export type ProviderSheets = {
  provider: string;
  tools: number;
  gateways: string[];
  sheets: SheetHead[];
};

export type SheetVersion = {
  version: number;
  etag: string;
  bytes: number;
  publishedBy: string;
  publishedAt: Date;
};

/** One cheatsheet to read or to edit; `published` null when there is none yet. */
export type SheetView = {
  provider: string;
  gateway: string | null;
  published: (SheetHead & { markdown: string }) | null;
  versions: SheetVersion[];
};
