import * as z from "zod";

export const pingDataWire = z.strictObject({
  gateway: z.string(),
  tenant: z.string(),
  sent_by: z.string().describe("Who pressed the button."),
  message: z.string(),
});
