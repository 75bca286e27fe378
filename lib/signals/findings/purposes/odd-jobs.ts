/**
 * A job that agents do with any available tool: how rationales say it, and which descriptions cover
 * it.
 */
type OddJob = { says: RegExp; covered: RegExp };

// Tools that run, ask or fetch anything suit every job.
const ANYTHING =
  "quer(?:y|ies)|sql|commands?|scripts?|shell|execut\\w+|requests?|prompts?|evaluat\\w+|https?|urls?|web ?pages?";

const job = (says: readonly string[], covered: string): OddJob => ({
  says: new RegExp(`\\b(?:${says.join("|")})\\b`, "iu"),
  covered: new RegExp(`\\b(?:${covered}|${ANYTHING})\\b`, "iu"),
});

/**
 * Jobs for which agents most often lack a tool. The patterns match rationales only: "partial
 * refund" or a slow "connection" must not match.
 */
export const ODD_JOBS: readonly OddJob[] = [
  // Remember something between two steps.
  job(
    [
      "remember(?:ing)?",
      "memori[sz](?:e|ing)",
      "scratch ?pad",
      "check ?points?",
      "for myself",
      "my (?:\\w+ ){0,2}(?:plan|state|notes?|progress|results?|context)",
      "(?:intermediate|partial) (?:results?|sums?|state|steps?)",
      "(?:list|state|to-?dos?|to-do list|progress) of (?:this|my|the) (?:task|session|run|ids?|\\w+ script)",
      "(?:persist|stor|sav)\\w* (?:the|my) (?:state|list|plan|progress|to-?do)",
      "(?:to|can|and) resume",
    ],
    "memor\\w+|remember\\w*|knowledge|state|files?|stor\\w+|sav\\w+|persist\\w*|checkpoints?|variables?|cache\\w*|key.value",
  ),
  // Test a service and its key.
  job(
    [
      "ping(?:ing)? (?:the|this)",
      "health ?check of",
      "connectivity",
      "(?:test|check|verify|try|sure|warm)\\w* (?:\\S+ ){0,4}(?:connection|credentials|api key|authentication)",
      "connection test",
      "(?:api|new) key (?:still )?(?:works?|has)",
      "if authentication works",
      "(?:service|server|api|endpoint) (?:is )?reachable",
    ],
    "ping|health|connect\\w*|authenticat\\w+|credentials?|latency|whoami|login",
  ),
  // Get the current time.
  job(
    ["time ?zones?", "local time", "current (?:date|time)", "what (?:day|time) (?:it )?is", "today'?s date"],
    "time ?zones?|clock|current (?:date|time)|now",
  ),
  // Check whether a text is well-formed.
  job(
    [
      "syntax",
      "pars(?:e|es|ing)",
      "lint(?:ing)?",
      "spelling",
      "parenthes[ei]s",
      "well-?formed",
      "valid (?:sql|json|yaml|xml|html|markdown)",
    ],
    "syntax|pars\\w+|valid\\w*|lint\\w*|check\\w*|verif\\w+|test\\w*",
  ),
  // Summarize a text.
  job(
    [
      "summar(?:y|ies|i[sz]e|i[sz]ing)",
      "shorten(?:ing)? (?:this|that|the)",
      "condens(?:e|ing)",
      "(?:key|main) points",
      "gist",
      "boil \\w+ (?:\\w+ )?down",
      "in a few words",
    ],
    "summar\\w+|abstract\\w*|shorten\\w*|digest\\w*|answers?|ask|generat\\w+|writ\\w+|creat\\w+|post\\w*|send\\w*|add\\w*",
  ),
  // Notify a person.
  job(
    [
      "let(?:ting)? (?:[\\w#]+ ){1,2}know",
      "notify(?:ing)?",
      "inform(?:ing)?",
      "remind(?:ing|er)?",
      "ping(?:ing)? \\p{Lu}\\p{L}+",
      "tell(?:ing)? (?:the |my )?\\w+ (?:that|to)",
      "message to",
      "thank-?you",
    ],
    "messages?|posts?|send\\w*|notif\\w+|mails?|e-?mails?|comment\\w*|repl(?:y|ies)|remind\\w*|calendar|events?|invit\\w+|alert\\w*|alarms?|chat\\w*|channels?|assign\\w*|notes?|tasks?|to-?dos?|meet\\w*|shar\\w+|announc\\w+|broadcast\\w*|publish\\w*|calls?",
  ),
  // Reserve something for others.
  job(
    [
      "tag(?:ging)?",
      "flag(?:ging)?",
      "label(?:l?ing)?",
      "mark(?:ing)? (?:\\w+ ){0,3}as",
      "priority",
      "as urgent",
      "for (?:manual )?review",
    ],
    "tags?|labels?|flag\\w*|mark\\w*|priorit\\w+|state|status|fields?|propert\\w+|attributes?|updat\\w+|edit\\w*|chang\\w+|list\\w*|find\\w*|search\\w*|return\\w*|issues?|tickets?|review\\w*|creat\\w+",
  ),
  // Look up who changed something.
  job(
    [
      "who (?:last )?(?:edited|changed|wrote|created)",
      "(?:edit|version|change) history",
      "revisions?",
      "what (?:has )?changed",
      "edited (?:\\w+ ){0,3}last",
      "last edit(?:or|ed)?",
      "(?:last|previous|older|earlier) (?:\\w+ )?version",
    ],
    "histor\\w+|versions?|revisions?|author\\w*|logs?|audit\\w*|commits?|diff\\w*|compar\\w+|chang\\w+|activit\\w+|return\\w*|list\\w*|search\\w*|read\\w*",
  ),
  // Wait.
  job(
    [
      "sleep(?:ing)?",
      "paus(?:e|ing) for",
      "back(?:ing)? off",
      "rate limit",
      "wait(?:ing)? (?:for )?(?:\\w+ )?(?:seconds?|minutes?|hours?)",
      "cool-?down",
    ],
    "sleep\\w*|paus\\w+|wait\\w*|delay\\w*|throttl\\w+|limits?|schedul\\w+|timers?",
  ),
  // Count.
  job(
    ["how many", "count(?:s|ing)?", "number of", "totals?", "sum(?:ming)? up"],
    "count\\w*|numbers?|many|totals?|sums?|aggregat\\w+|statistic\\w*|figures?|reports?|metrics?|amounts?|analy\\w+|lists?|search\\w*|finds?|filter\\w*|records?|rows?|quantit\\w+|units?|stock|history|calculat\\w+",
  ),
];
