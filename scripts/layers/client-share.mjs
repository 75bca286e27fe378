const CLIENT_SHARE_MAX = 0.4;

/** `'use client'` stands on the smallest interactive parts: not on pages, and on at most 40 % of all .tsx files. */
export function clientShare({ sources }) {
  const parts = sources.filter(({ file, isTest }) => file.endsWith(".tsx") && !isTest);
  const client = parts.filter(({ directive }) => directive === "use client");
  const pages = client
    .filter(({ file }) => /\/(page|layout)\.tsx$/.test(file))
    .map(({ file }) => ({ file, line: 1, text: "pages and layouts are server components" }));
  if (client.length <= parts.length * CLIENT_SHARE_MAX) return pages;
  const text = `${client.length} of ${parts.length} .tsx files are 'use client', at most 40 %`;
  return [...pages, { file: "components", line: 1, text }];
}
