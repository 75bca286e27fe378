import * as z from "zod";

export const emptyInput = z.strictObject({});
