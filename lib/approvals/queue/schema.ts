import * as z from "zod";
import { IDENTIFIER, IDENTIFIER_FORM } from "@/lib/core/text/identifiers";
import { SAVED_NAME_MAX } from "./types";

const QUERY_MAX = 1_000;

const name = z
  .string()
  .trim()
  .min(1, { error: "Give it a name.", abort: true })
  .max(SAVED_NAME_MAX)
  .regex(IDENTIFIER, IDENTIFIER_FORM);

export const saveViewInput = z.strictObject({ name, query: z.string().max(QUERY_MAX) });

export const renameViewInput = z.strictObject({ id: z.uuid(), name });

export const deleteViewInput = z.strictObject({ id: z.uuid() });
