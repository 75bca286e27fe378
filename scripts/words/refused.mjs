// Words that hide who does what. Each has a plainer one, or the sentence has a better subject.
const WORDS = [
  "whoever",
  "whom",
  "whatever",
  "somebody",
  "nobody",
  "told",
  "tells?",
  "begun",
  "beside",
  "likewise",
  "stands(?! (?:for|in)\\b)",
  "hangs on",
  "(?:is|are) sat out",
  "leads? on",
  "comes? back by (?:itself|themselves)",
  "of its own",
  "of theirs",
  "at its place",
  "as ever",
  "all of it",
  "what of",
  "goes with it",
  "an? (?:yes|no)(?=[ .,;:!?)]|$)(?! (?:\\w+ing|longer|more|one)\\b)",
];

const REFUSED = new RegExp(`(?<![\\p{L}\\d_-])(?:${WORDS.join("|")})(?![\\p{L}\\d_-])`, "giu");

// Quoted as it is written elsewhere: code, a member of rows of the trail, the value of `break_glass` in the list of its values.
const CODE = /`[^`]*`|\{whom\}|\bnobody(?=(?:\||, )admins\b)/g;

/** Lists of words by which programs read the texts of agents. People do not read them. */
export const WORD_LISTS = new Set([
  "lib/feedback/grouping/common-reports.ts",
  "lib/intents/meaning/bank.ts",
  "lib/intents/meaning/cues.ts",
  "lib/intents/meaning/synonyms.ts",
  "lib/signals/findings/purposes/odd-jobs.ts",
  "scripts/words/refused.mjs",
]);

/** @returns {string[]} the words of a text that our writing does without, as they are written there */
export const refusedIn = (text) => [...new Set(text.replace(CODE, "").match(REFUSED) ?? [])];
