import { about, type Check, finding } from "./checks";
import { type Json, pointerOf } from "./definition";
import { groupedBy } from "./grouped";
import { literalsOf, type Place, says } from "./places";
import {
  explainsNumber,
  isReadable,
  listedValues,
  requiredInProse,
  saysNotation,
  saysRequired,
} from "./prose";
import type { Finding } from "./types";
import { familyOf, isAlwaysManaged, isServerManagedName, listedAsManaged, wordsOf } from "./words";

const SHAPES = [
  "properties",
  "items",
  "enum",
  "const",
  "$ref",
  "additionalProperties",
  "not",
  "pattern",
  "format",
];

export const types: Check = ({ places }) =>
  places
    .filter(({ shape, schema, description }) => {
      if (shape.types.size > 0 || shape.nullable || says(shape, ...SHAPES) || schema.$ref !== undefined)
        return false;
      return !/\bany (?:json |valid )*(?:value|type)\b/i.test(description);
    })
    .map((place) => about("missing_type", place, "has no type: agents guess one.", { severity: "warning" }));

// Values that say what they mean.
const SELF_EXPLAINING = new Set(["limit", "offset", "cursor", "page", "email", "url", "title"]);

export const parameterDescriptions: Check = ({ places }) => {
  const bare = places.filter((place) => place.description === "" && !explainsItself(place));
  const own = bare
    .filter(({ depth }) => depth === 0)
    .map((place) =>
      about("undescribed_parameter", place, "has no description.", {
        severity: place.required && !literalsOf(place.shape) ? "warning" : "info",
      }),
    );
  return [...own, ...nested(bare.filter(({ depth }) => depth > 0))];
};

/** One finding for each object whose fields nobody describes: a deep schema is one problem, not hundreds. */
function nested(bare: readonly Place[]): Finding[] {
  const byOwner = groupedBy(bare, ({ owner }) => owner);
  return [...byOwner].map(([owner, fields]) => {
    const names = fields.slice(0, 6).map(({ name }) => name);
    const more = fields.length > names.length ? ` and ${fields.length - names.length} more` : "";
    const inside = fields[0]?.path.replace(/\.?[^.]*$/, "") ?? "";
    return finding(
      "undescribed_parameter",
      `${owner}/properties`,
      `Of the fields of "${inside}", ${names.join(", ")}${more} ${fields.length === 1 ? "has" : "have"} no description.`,
      { fields: fields.map(({ path }) => path) },
    );
  });
}

function explainsItself({ name, shape, schema }: Place): boolean {
  if (SELF_EXPLAINING.has(name.toLowerCase())) return true;
  if (Object.hasOwn(schema, "const") || shape.variants.some((variant) => Object.hasOwn(variant, "const")))
    return true;
  return shape.variants.some((variant) => typeof variant.format === "string") && shape.types.has("string");
}

// Names of what is one of a few values.
const CHOICES = new Set(["status", "state", "mode", "direction", "operator", "visibility", "severity"]);

export const vocabularies: Check = ({ places }) =>
  places.flatMap((place) => {
    const { shape, description } = place;
    if (!shape.types.has("string") || shape.types.size > 1) return [];
    if (literalsOf(shape) || says(shape, "pattern", "format")) return [];
    const values = listedValues(description);
    if (values && !values.includes(place.name)) return [listedInWords(place, values)];
    if (!CHOICES.has(wordsOf(place.name).at(-1) ?? "") || !repeats(place)) return [];
    return [about("missing_enum", place, "sounds like one of a few values, and nothing says which.")];
  });

function listedInWords(place: Place, values: readonly string[]): Finding {
  const shown = values.map((value) => JSON.stringify(value)).join(", ");
  return about("missing_enum", place, `takes ${shown}, as its description says; the schema takes any text.`, {
    severity: "warning",
    proposal: `enum: [${shown}]`,
    patch: enumPatch(place, values),
  });
}

/** Adds the values to the schema that has the type; null where that is another one than the parameter's own. */
function enumPatch({ schema, pointer, shape }: Place, values: readonly string[]): Finding["patch"] {
  const all: Json[] = shape.nullable ? [...values, null] : [...values];
  return schema.type === undefined ? null : [{ op: "add", path: `${pointer}/enum`, value: all }];
}

const ORDINALS = new Set(["priority", "severity", "urgency", "importance", "rank", "tier", "grade"]);

export const ordinals: Check = ({ places }) =>
  places.flatMap((place) => {
    const { shape, name, description } = place;
    const isNumber = shape.types.has("integer") || shape.types.has("number");
    const isOrdinal = ORDINALS.has(wordsOf(name).at(-1) ?? "");
    if (!isNumber || !isOrdinal || literalsOf(shape)) return [];
    if (explainsNumber(description) || !isReadable(description)) return [];
    const bounded = says(shape, "minimum", "exclusiveMinimum") && says(shape, "maximum", "exclusiveMaximum");
    return [
      about(
        "ordinal_unexplained",
        place,
        bounded
          ? "is a number, and nothing says which end is the strongest."
          : "is a number, and nothing says which numbers are valid or what they mean.",
        {
          severity: "warning",
          proposal: `A whole number from 1 (…) to 5 (…), not a word such as "High".${place.required ? "" : " Leave it out when it does not matter."}`,
        },
      ),
    ];
  });

const DATE_ENDS = new Set(["date", "datetime", "timestamp", "at", "since", "until", "deadline"]);
const TIME_STARTS = new Set(["start", "end", "due", "expiry", "expiration", "scheduled", "begin"]);

export const dates: Check = ({ places }) =>
  places.flatMap((place) => {
    const { shape, name, description } = place;
    const words = wordsOf(name);
    const last = words.at(-1) ?? "";
    const isDate =
      (words.length > 1 || last !== "at") &&
      (DATE_ENDS.has(last) || (last === "time" && words.length > 1 && TIME_STARTS.has(words.at(-2) ?? "")));
    const isText = shape.types.has("string");
    if (!isDate || !(isText || shape.types.has("integer") || shape.types.has("number"))) return [];
    if (says(shape, "format", "pattern", "enum", "const")) return [];
    if (saysNotation(description) || !isReadable(description)) return [];
    // Some servers use the time at which a thing was made as its id, and some sort by a field of that name.
    if (/\b(?:name of|sort)\b/i.test(description)) return [];
    const fix = last === "date" ? "date" : "date-time";
    return [
      about("date_format_unsaid", place, "is a date, and nothing says how to write it.", {
        severity: "warning",
        proposal: isText
          ? last === "timestamp"
            ? null
            : `format: "${fix}"`
          : "Seconds since 1970-01-01 (Unix time).",
        patch:
          isText && last !== "timestamp" && place.schema.type === "string"
            ? [{ op: "add", path: `${place.pointer}/format`, value: fix }]
            : null,
      }),
    ];
  });

export const requiredNames: Check = ({ definition, places }) => {
  const own = places.filter(({ depth }) => depth === 0);
  const known = new Set(own.map(({ name }) => name));
  const list = definition.inputSchema.required;
  const required = Array.isArray(list) ? list : [];
  const unknown = required.flatMap((name, index) =>
    typeof name !== "string" || known.has(name)
      ? []
      : [
          finding(
            "required_unknown",
            `/inputSchema${pointerOf("required", index)}`,
            `"${name}" is required but not among the properties, so no call can be valid.`,
            { severity: "warning", fields: [name] },
          ),
        ],
  );
  const inProse = new Set(
    requiredInProse(
      definition.description,
      own.map(({ name }) => name),
    ),
  );
  const optional = places.filter(
    (place) =>
      !place.required &&
      !says(place.shape, "default") &&
      (saysRequired(place.description) || (place.depth === 0 && inProse.has(place.name))),
  );
  return [
    ...unknown,
    ...optional.map((place) => requiredFinding(place, Array.isArray(list) || place.depth > 0)),
  ];
};

function requiredFinding(place: Place, listed: boolean): Finding {
  const add = { op: "add", path: "/inputSchema/required/-", value: place.name } as const;
  const create = { op: "add", path: "/inputSchema/required", value: [place.name] } as const;
  return about(
    "required_in_prose",
    place,
    "is required, as the words say; the schema lets calls leave it out.",
    {
      severity: "warning",
      proposal: `required: [… "${place.name}"]`,
      patch: place.depth > 0 ? null : [listed ? add : create],
    },
  );
}

export const serverManaged: Check = ({ definition, places, around }) => {
  const listed = new Set([...around.serverManaged, ...listedAsManaged(definition.description)]);
  const creates = familyOf(definition.name) === "create";
  const writes = creates || familyOf(definition.name) === "update";
  return places
    .filter((place) => {
      const readOnly = place.shape.variants.some((schema) => schema.readOnly === true);
      if (readOnly || listed.has(place.name)) return true;
      if (place.required) return false;
      if (writes && isAlwaysManaged(place.name)) return !/\bset|override|backdat/i.test(place.description);
      return creates && isServerManagedName(place.name) && repeats(place);
    })
    .map((place) =>
      about("server_managed", place, "is filled in by the server.", {
        severity: "warning",
        proposal: `Remove ${place.name} from the input schema.`,
        patch: place.required ? null : [{ op: "remove", path: place.pointer }],
      }),
    );
};

/** Whether a field is not described, or by no more than its name. */
const repeats = ({ name, description }: Place): boolean => {
  if (!isReadable(description)) return false;
  const said = wordsOf(description).filter((word) => !["the", "of", "a", "an", "for"].includes(word));
  return said.every((word) => wordsOf(name).includes(word));
};
