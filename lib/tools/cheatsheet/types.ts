/** Stored texts of each cheatsheet, including the published one. */
export const KEPT_VERSIONS = 50;

/** A published cheatsheet without its text. `gateway` null: shared by every gateway without one. */
export type SheetHead = {
  gateway: string | null;
  bytes: number;
  etag: string;
  version: number;
  updatedBy: string;
  updatedAt: Date;
};

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

/** One cheatsheet; `published` is null before the first. */
export type SheetView = {
  provider: string;
  gateway: string | null;
  published: (SheetHead & { markdown: string }) | null;
  versions: SheetVersion[];
};
