import { KEYBOARD } from "./bank";

// English has no longer run of consonants than six (catchphrase), and few words without a vowel.
const CONSONANTS = /[bcdfghjklmnpqrstvwxz]{6,}/u;
const VOWELS = /[aeiouyäöüàâéèêëîïôûáíóúãõåæøœ]/u;

// Shortest run of keyboard neighbours that is no accident: "were" and "trees" have three or four.
const ROW = 5;

// Pairs of letters that no English word has, and few names.
const UNLIKELY_PAIR =
  /[jqvz][bcdfghjkmnpqwx]|x[bdgjkmnqwx]|q[^u\W]|[cfghkmpqtvwxz]j|[bcfgjkmpqsvwxz]x|[dfghjkpw]z(?!z)|[bfghjkmpqvwxz]q|vb|hk|hg|gf(?!u)|jd|fk|zm/u;

/** Whether none of these words could belong to a language. Judges Latin script only. */
export function isGibberish(words: readonly string[]): boolean {
  if (words.length === 0) return true;
  const latin = words.filter((word) => /^[\p{Script=Latin}]+$/u.test(word));
  if (latin.length < words.length) return false;
  const unlikely = latin.filter(isNoWord).length;
  const distinct = new Set(latin).size;
  return unlikely * 2 >= latin.length || (latin.length >= 3 && distinct === 1);
}

function isNoWord(word: string): boolean {
  if (word.length < 4) return false;
  if (/(.)\1{3,}/u.test(word) || CONSONANTS.test(word) || !VOWELS.test(word)) return true;
  if (UNLIKELY_PAIR.test(word)) return true;
  if (
    /^(.{2,5}?)\1{1,}.{0,3}$/u.test(word) &&
    word.length >= 6 &&
    KEYBOARD.some((row) => row.includes(word.slice(0, 4)))
  )
    return true;
  return KEYBOARD.some((row) => runsIn(word, row) >= ROW);
}

function runsIn(word: string, row: string): number {
  let [best, run] = [1, 1];
  for (let at = 1; at < word.length; at += 1) {
    const next = row.indexOf(word[at] ?? "") - row.indexOf(word[at - 1] ?? "");
    run = row.includes(word[at] ?? "") && row.includes(word[at - 1] ?? "") && next === 1 ? run + 1 : 1;
    best = Math.max(best, run);
  }
  return best;
}
