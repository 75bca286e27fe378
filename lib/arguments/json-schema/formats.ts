import * as z from "zod";

// Formats with one clear meaning. The standard treats the rest as annotations.
const FORMATS: Readonly<Record<string, z.ZodType<string>>> = {
  email: z.email({ pattern: z.regexes.html5Email }),
  uri: z.url(),
  uuid: z.guid(),
  "date-time": z.iso.datetime({ offset: true }),
  date: z.iso.date(),
  duration: z.iso.duration(),
  hostname: z.hostname(),
  ipv4: z.ipv4(),
  ipv6: z.ipv6(),
};

/** Whether a text has the format; true for unknown formats. */
export function hasFormat(text: string, format: string): boolean {
  const known = Object.hasOwn(FORMATS, format) ? FORMATS[format] : undefined;
  return known?.safeParse(text).success ?? true;
}
