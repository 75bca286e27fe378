const words = (text: string): string[] => text.split(/\s+/u).filter((word) => word !== "");

/** Function words, without meaning of their own in a sentence. */
export const BINDING: ReadonlySet<string> = new Set(
  words(`a about all also an and another any are as at be been being but by can could did do does doing each for from had has have he
    her here him his how i if in into is it its itself just let like may me might more most must my no not now of off on one only or other our out
    over own she should so some such than that the their them then there these they this those through to too under up upon us very
    was we were what when where which while who whom whose why will with within without would yet you your ll re ve s t d m am going
    via per using use used uses usage utilize utilizing`),
);

/** Words that fit every call. A sentence with nothing else is boilerplate. */
export const EMPTY_TALK: ReadonlySet<string> = new Set(
  words(`user users request requests requested requesting ask asks asked asking instruct instructed instructing instruction instructions
    want wants wanted tell told task tasks step steps next first second third previous following follow follows plan plans planned goal goals objective purpose
    workflow process processes processing processed job work works working need needs needed needing necessary require requires required requirement
    information info data details detail context result results output input response answer answers answering question questions query
    tool tools call calls called calling invoke invokes invoking invoked execute executes executing execution run runs running perform performs performing
    performed operation operations action actions function make makes making made carry change changes continue continues continuing proceed proceeds proceeding
    move moves moving progress complete completes completing completion finish finishing accomplish accomplishing achieve achieves achieving fulfil
    fulfill fulfilling fulfils get gets getting got gather gathers gathering obtain obtains obtaining retrieve retrieves retrieving fetch fetches fetching collect
    collecting help helps helping assist assists assisting assistance provide provides providing support able order according appropriate best
    accurate helpful relevant useful correct suitable specified given given parameter parameters provided current currently further later
    better understand understanding understood explore exploring exploration learn more know because since therefore reason reasons rationale
    explanation explain justification behalf hand handle handles handling thing things stuff something everything anything part parts
    ok okay yes sure please now done do go start starting begin beginning try trying attempt check checks checking verify verifying see look looking
    none nothing null undefined na applicable placeholder todo tbd test testing example sample string text lorem ipsum dolor sit amet consectetur foo bar baz qux
    character characters least minimum length long add added field filled mandatory optional default generic agent assistant model ai llm mcp system
    accordingly successfully properly simply directly quickly automatically appropriate subsequent subsequently initial final additional
    satisfy satisfying respond responding resolve determine identify ensure allow enable facilitate conversation chat prompt message
    mine theirs above below stated described desired intended necessary assigned`),
);

/** Common objects of tools. Next to a tool's name they add nothing. */
export const COMMON_OBJECTS: ReadonlySet<string> = new Set(
  words(`file files content contents page pages document documents documentation record records list lists item items entry entries row rows object objects
    element elements button link field form folder folders directory directories path paths repository repositories repo repos channel channels workspace
    collection collections database databases table tables resource resources id ids name names value values url key keys type types number numbers
    set kind full new specific certain available existing different multiple several many single various
    github gitlab slack notion stripe hubspot gmail mongodb kubernetes kubectl launchdarkly airtable resend browser playwright chrome api server
    website site web account service project base seconds second minutes minute amount percent`),
);

/** Verbs in tool names, with the words agents use for them. */
export const ACTS: readonly (readonly string[])[] = [
  [
    "read",
    "reading",
    "open",
    "opening",
    "view",
    "viewing",
    "load",
    "loading",
    "get",
    "show",
    "showing",
    "display",
    "inspect",
  ],
  ["list", "listing", "enumerate", "get", "show", "showing", "see"],
  ["search", "searching", "find", "finding", "look", "query", "querying", "lookup"],
  ["find", "finding", "search", "searching", "look", "query", "querying"],
  ["get", "retrieve", "fetch", "obtain", "read", "reading", "load", "loading", "status"],
  ["create", "creating", "add", "adding", "make", "new", "write", "writing", "insert", "open", "opening"],
  ["write", "writing", "save", "saving", "edit"],
  ["edit", "editing", "modify", "modifying", "update", "updating", "change"],
  ["update", "updating", "modify", "modifying", "edit", "editing", "change", "set", "setting", "patch"],
  ["delete", "deleting", "remove", "removing", "erase"],
  ["remove", "removing", "delete", "deleting"],
  ["send", "sending"],
  ["post", "posting", "send", "sending", "write", "writing"],
  ["click", "clicking", "press", "pressing"],
  ["press", "pressing", "hit"],
  ["type", "typing", "enter", "entering", "input"],
  ["fill", "filling", "enter", "entering"],
  ["navigate", "navigating", "go", "going", "open", "opening", "visit", "visiting"],
  ["take", "taking", "capture", "capturing", "screenshot"],
  ["snapshot", "capture", "capturing"],
  ["wait", "waiting"],
  ["retrieve", "retrieving", "fetch", "get", "read", "reading"],
  ["query", "querying", "search", "searching", "find", "finding"],
  ["scale", "scaling"],
  ["describe", "describing"],
  ["aggregate", "aggregation", "aggregating"],
  ["rollout", "restart", "restarting", "roll"],
];

/** Neighbouring keys: a run of them is no word. */
export const KEYBOARD = [
  "qwertyuiop",
  "asdfghjkl",
  "zxcvbnm",
  "qwertzuiop",
  "yxcvbnm",
  "azertyuiop",
] as const;
