/** Texts kept of each cheatsheet, the published one included. */
export const KEPT_VERSIONS = 50;

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
