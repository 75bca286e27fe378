import * as z from "zod";

// Formats with one meaning everywhere. The rest are notes to the reader, as the standard has it.
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

/** Whether a text has the format; a format we do not know says nothing about it. */
export function hasFormat(text: string, format: string): boolean {
  const known = Object.hasOwn(FORMATS, format) ? FORMATS[format] : undefined;
  return known?.safeParse(text).success ?? true;
}
