import { folderOf, isDomainFile, isTesting, stemOf, VOCABULARY } from "./line.mjs";

const NOUN_LINES_MAX = 250;
const FOLDER_FILES_MIN = 3;
const SINGLE_SHARE_MAX = 0.1;

/** A second noun stays a file until it has three files or 250 lines; a folder has at least that. */
export function folders({ sources }) {
  const domain = sources.filter(isDomainFile);
  return [...longNouns(domain), ...thinFolders(domain), ...singleFiles(sources)];
}

function longNouns(domain) {
  return domain
    .filter(({ file, lineCount }) => !VOCABULARY.has(stemOf(file)) && lineCount > NOUN_LINES_MAX)
    .map(({ file, lineCount }) => ({
      file,
      line: 1,
      text: `${lineCount} lines, at most ${NOUN_LINES_MAX} for a file named by its noun`,
    }));
}

function thinFolders(domain) {
  const inside = new Map();
  for (const source of domain)
    for (let at = folderOf(source.file); at.split("/").length > 2; at = folderOf(at))
      inside.set(at, [...(inside.get(at) ?? []), source]);
  return [...inside].flatMap(([folder, held]) => {
    const lines = held.reduce((sum, { lineCount }) => sum + lineCount, 0);
    if (held.length >= FOLDER_FILES_MIN || lines > NOUN_LINES_MAX) return [];
    const text = `a folder of ${held.length} files and ${lines} lines; make it a file named by its noun`;
    return [{ file: folder, line: 1, text }];
  });
}

function singleFiles(sources) {
  const counts = new Map();
  for (const { file, isTest } of sources)
    if (file.startsWith("lib/") && !isTest && !isTesting(file))
      counts.set(folderOf(file), (counts.get(folderOf(file)) ?? 0) + 1);
  const single = [...counts.values()].filter((count) => count === 1).length;
  if (single <= counts.size * SINGLE_SHARE_MAX) return [];
  const share = Math.round((single / counts.size) * 100);
  const text = `${single} of ${counts.size} folders (${share} %) hold one file, at most 10 %`;
  return [{ file: "lib", line: 1, text }];
}
