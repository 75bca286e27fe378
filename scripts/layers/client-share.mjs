const CLIENT_SHARE_MAX = 0.4;

/**
 * `'use client'` marks the smallest interactive parts: no pages, and at most 40 % of .tsx files.
 */
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
