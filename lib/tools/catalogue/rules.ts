import * as z from "zod";
import { invalid } from "@/lib/core/errors";

/** Where a page of the catalogue ended. */
export type ToolPlace = { provider: string; name: string; id: string };

const place = z.tuple([z.string(), z.string(), z.uuid()]);

/** An opaque cursor. */
export function toolCursor({ provider, name, id }: ToolPlace): string {
  return Buffer.from(JSON.stringify([provider, name, id])).toString("base64url");
}

/** @throws DomainError VALIDATION_ERROR when the cursor is not one of ours */
export function toolPlace(cursor: string): ToolPlace {
  try {
    const [provider, name, id] = place.parse(JSON.parse(Buffer.from(cursor, "base64url").toString()));
    return { provider, name, id };
  } catch {
    throw invalid(
      "/cursor",
      "invalid",
      "cursor is not one this list gave out. Start again without it.",
      "next_cursor of the page before",
    );
  }
}
