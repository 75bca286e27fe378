// The role of a text, by the name it is assigned to.

// Attributes and members that people read, even if short.
export const SAID = new Set(
  (
    "alt aria-description aria-label aria-roledescription aria-valuetext caption children confirm description detail " +
    "done empty error heading hint label lead legend message note pendingLabel placeholder question reason submit " +
    "suffix summary text title usage"
  ).split(" "),
);
export const CLASSES = /(?:^c|C)lass(?:Name|es)?$|_CLASS(?:ES)?$/;
export const UNSAID = new Set(
  "allow autoComplete d href id key points pattern rel sizes src srcSet style transform viewBox".split(" "),
);
export const UNSAID_MEMBERS = new Set("headers icon kind orderBy tone vary where".split(" "));
// Calls that compare or split texts, use them as keys, or join class names.
export const COMPARING = new Set(
  (
    "includes startsWith endsWith indexOf lastIndexOf split querySelector querySelectorAll closest matches " +
    "localeCompare RegExp Script classNames cn clsx cva matchMedia toLocaleString toLocaleDateString toLocaleTimeString NumberFormat " +
    "DateTimeFormat RelativeTimeFormat PluralRules ListFormat normalize"
  ).split(" "),
);
// Calls whose first text is a key.
export const KEYED = new Set(
  (
    "get set has append delete getItem setItem removeItem addEventListener removeEventListener on once emit " +
    "setAttribute getAttribute setHeader nodes query replace replaceAll"
  ).split(" "),
);
// Calls with texts for operators, agents or people.
export const PRINTING = new Set("log info warn error fatal debug write describe join note".split(" "));
export const SETS = new Set("Set Map enum".split(" "));
export const COMPARISONS = new Set("=== !== == != in < > <= >=".split(" "));
