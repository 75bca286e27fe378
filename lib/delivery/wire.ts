import * as z from "zod";

/** The `data` of a `test.ping`. */
export const pingDataWire = z.strictObject({
  gateway: z.string(),
  tenant: z.string(),
  sent_by: z.string().describe("Who pressed the button."),
  message: z.string(),
});
