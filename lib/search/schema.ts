import * as z from "zod";
import { soughtText } from "@/lib/core/schema";

export const searchInput = z.strictObject({ q: soughtText });

export type SearchInput = z.infer<typeof searchInput>;
