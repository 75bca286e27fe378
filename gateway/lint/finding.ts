import type { FindingCode } from "./types";

// Each code's title, cost to agents, and fix.

type Rule = {
  title: string;
  /** The cost to agents, in a sentence. */
  why: string;
  fix: string;
};

export const RULES: Record<FindingCode, Rule> = {
  missing_description: {
    title: "No description",
    why: "Agents choose tools by their description.",
    fix: "Say what the tool does, when to use it and what it returns.",
  },
  tautological_description: {
    title: "Description repeats the name",
    why: "A description that only repeats the name gives an agent no information.",
    fix: "Say what the tool returns, what it needs, and when another tool is the better one.",
  },
  overlong_description: {
    title: "Description is very long",
    why: "Every agent pays for it with each conversation, and some clients cut it off.",
    fix: "Keep what decides about the call; move the rest to a cheatsheet that agents read when they need it.",
  },
  no_workflow_context: {
    title: "Does not say where its ids come from",
    why: "Agents make ids up, or call the tools in the wrong order.",
    fix: "Name the tool whose result feeds each id, and the tool to call next.",
  },
  no_cheatsheet: {
    title: "Names of properties are left to the agent",
    why: "Where the schema names no properties, agents guess them.",
    fix: "List the properties, or say where the names are written down: a cheatsheet, another tool.",
  },
  server_managed: {
    title: "Field that the server fills in",
    why: 'Agents send "" or null for what they cannot know, and the call is refused.',
    fix: "Take the field out of the input schema.",
  },
  unresolved_reference: {
    title: "Reference to nothing",
    why: "Clients refuse the whole tool, or check nothing, and agents guess what belongs there.",
    fix: "Add the definition, or write the schema in its place.",
  },
  invalid_pattern: {
    title: "Pattern is no regular expression",
    why: "Clients that check arguments refuse the tool, or every value.",
    fix: "Correct the pattern; JSON Schema uses the syntax of ECMAScript.",
  },
  missing_type: {
    title: "Parameter without a type",
    why: "Agents guess a type.",
    fix: "Add type, enum or anyOf.",
  },
  undescribed_parameter: {
    title: "Parameter without a description",
    why: "The name alone does not say what is meant, nor where the value comes from.",
    fix: "Say what it means, where its value comes from, and give an example.",
  },
  missing_enum: {
    title: "Values are listed in words, not in the schema",
    why: "Agents follow an enum and paraphrase prose.",
    fix: "List the values as enum.",
  },
  ordinal_unexplained: {
    title: "Number whose meaning is not said",
    why: 'Agents guess words such as "High", or the wrong end of the scale.',
    fix: "Say which numbers are valid and which end is the strongest; add minimum and maximum.",
  },
  date_format_unsaid: {
    title: "Date without a format",
    why: "Agents send the notation that they saw last.",
    fix: "Add format (date or date-time), or give an example.",
  },
  empty_list_or_null: {
    title: "Both [] and null are allowed",
    why: "Agents send [] where the server wants null, or the reverse.",
    fix: "Say what each of them means, or allow only one of them.",
  },
  empty_list_allowed: {
    title: "A required list may be empty",
    why: "Agents leave the list empty when something else was refused, and the call succeeds with nothing in it.",
    fix: "Add minItems 1 where an empty list makes no sense.",
  },
  unknown_items: {
    title: "List of what is not said",
    why: "Agents guess what the items look like.",
    fix: "Describe the items: their type, and for objects their properties.",
  },
  required_in_prose: {
    title: "Required in words, optional in the schema",
    why: "Agents and the code that checks their calls believe the schema.",
    fix: "Add the name to required.",
  },
  required_unknown: {
    title: "Requires a parameter it does not have",
    why: "No call can be valid.",
    fix: "Describe the parameter, or drop it from required.",
  },
  no_example: {
    title: "Nested input without an example",
    why: "One whole example prevents more mistakes than a page of prose.",
    fix: "Put one working input into the description, or examples into the schema.",
  },
  name_annotation_mismatch: {
    title: "Name and annotations disagree",
    why: "Clients decide by the annotations whether to ask the user first.",
    fix: "Correct the annotations, or the name.",
  },
  behaviour_annotation_mismatch: {
    title: "Description and annotations disagree",
    why: "Clients decide by the annotations whether to ask the user first.",
    fix: "Correct the annotations, or the description.",
  },
  missing_hints: {
    title: "No annotations",
    why: "Without them a client has to assume the worst, or assumes the best.",
    fix: "Say whether the tool only reads, destroys, and may be repeated.",
  },
  risk_behaviour_mismatch: {
    title: "Rating and behaviour disagree",
    why: "A low rating lets calls pass that no one can take back.",
    fix: "Raise the rating, or correct the definition.",
  },
  duplicate_name: {
    title: "Two tools have one name",
    why: "Clients keep one of them, or refuse the list.",
    fix: "Give each tool a unique name.",
  },
  near_identical: {
    title: "Two tools say the same about themselves",
    why: "Agents cannot choose between the two.",
    fix: "Say in each of them what the other one is for.",
  },
  inconsistent_names: {
    title: "Names follow different styles",
    why: "Agents carry a style over from one name to the next.",
    fix: "Write all names in one style.",
  },
  token_cost: {
    title: "Definitions are expensive",
    why: "They are in the model's context before the first question is asked.",
    fix: "Shorten the largest definitions, or split the server.",
  },
  no_rationale: {
    title: "No rationale asked for",
    why: "People cannot see why an agent made the call.",
    fix: "Add a required rationale of 10 to 500 characters; the reference gateway adds one to every tool.",
  },
};

/** The version of the rules. A new number means that earlier counts have to be redone. */
export const LINT_EDITION = 5;
