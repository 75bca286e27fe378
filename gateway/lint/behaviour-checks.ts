import { type Check, finding } from "./checks";
import type { JsonObject } from "./definition";
import type { Finding, PatchStep } from "./types";
import { destroys, type Family, familyOf, overwrites } from "./words";

/** The recommended annotations of each family, in the terms of the Model Context Protocol. */
const RECOMMENDED: Record<Family, JsonObject> = {
  read: { readOnlyHint: true },
  create: { readOnlyHint: false, destructiveHint: false },
  update: { readOnlyHint: false, destructiveHint: true, idempotentHint: true },
  delete: { readOnlyHint: false, destructiveHint: true, idempotentHint: true },
  fulfil: { readOnlyHint: false, destructiveHint: true, idempotentHint: false },
};

const DOES: Record<Family, string> = {
  read: "reads",
  create: "adds something",
  update: "changes what is there",
  delete: "destroys something",
  fulfil: "does what cannot be taken back",
};

const hintText = (hints: JsonObject): string =>
  Object.entries(hints)
    .map(([name, value]) => `${name}: ${value}`)
    .join(", ");

/** Hints are shown and compared, never obeyed: people review a mismatch. */
export const nameAndHints: Check = ({ definition: { name, annotations } }) => {
  const family = destroys(name) ? "delete" : familyOf(name);
  const readOnly = annotations.readOnlyHint;
  const destructive = annotations.destructiveHint;
  if (readOnly === true && destructive === true)
    return [mismatch(annotations, family, "readOnlyHint and destructiveHint are both true.")];
  if (family === null) return [];
  if (family !== "read" && readOnly === true)
    return [
      mismatch(
        annotations,
        family,
        `The name says that it ${DOES[family]}, but readOnlyHint says it only reads.`,
      ),
    ];
  if (family === "delete" && destructive !== true && says(annotations))
    return [
      mismatch(
        annotations,
        family,
        "The name says that it destroys something, but destructiveHint is not true.",
      ),
    ];
  if (destructive === false && readOnly !== true && (family === "update" || overwrites(name)))
    return [onlyAdds(name, annotations, family)];
  if (family === "read" && destructive === true)
    return [
      mismatch(
        annotations,
        family,
        "The name says that it only reads, but destructiveHint says it destroys something.",
      ),
    ];
  if (says(annotations)) return [];
  return [
    finding(
      "missing_hints",
      "/annotations",
      `The name says that it ${DOES[family]}; its annotations say nothing.`,
      {
        severity: family === "delete" ? "warning" : "info",
        proposal: hintText(RECOMMENDED[family]),
        patch: hintPatch(annotations, RECOMMENDED[family]),
      },
    ),
  ];
};

/** Whether an update only adds: overwriting does not, other updates may. */
function onlyAdds(name: string, annotations: JsonObject, family: Family): Finding {
  const message = `The name says that it ${DOES[family]}, but destructiveHint says that it only adds.`;
  return { ...mismatch(annotations, family, message), severity: overwrites(name) ? "warning" : "info" };
}

/** Whether the annotations describe behaviour. */
const says = (hints: JsonObject): boolean =>
  hints.readOnlyHint !== undefined || hints.destructiveHint !== undefined;

function mismatch(annotations: JsonObject, family: Family | null, message: string): Finding {
  // A non-destructive tool need not say so, unless it stated the opposite.
  const harmless: JsonObject =
    family === "read" && annotations.destructiveHint === true ? { destructiveHint: false } : {};
  const recommended: JsonObject | null = family === null ? null : { ...RECOMMENDED[family], ...harmless };
  return finding("name_annotation_mismatch", "/annotations", message, {
    severity: "warning",
    proposal: recommended && hintText(recommended),
    patch: recommended && hintPatch(annotations, recommended),
  });
}

function hintPatch(present: JsonObject, hints: JsonObject): PatchStep[] {
  if (Object.keys(present).length === 0) return [{ op: "add", path: "/annotations", value: hints }];
  return Object.entries(hints)
    .filter(([name, value]) => present[name] !== value)
    .map(([name, value]) => ({ op: "add", path: `/annotations/${name}`, value }));
}

const DESTROYS =
  /\b(?:permanently (?:delete|remove|destroy|erase)|irreversibl|cannot be undone|can(?:not|'t) be (?:recovered|restored)|(?:completely|will) overwrite|^deletes? |^removes? )/i;

// Publishing and sending cannot be undone either, but remove nothing.
const TAKES_AWAY =
  /\b(?:delet|remov|destroy|eras|overwr|replac|purg|drop|wip(?:e|ing)|clear|reset|revok|cancel|terminat|discard|truncat)/i;

const DENIES = /\b(?:not|never|without|cannot|can't|does ?n[o']t|avoid)\b[^.]{0,30}$/i;

/** The words that say it destroys data, unless they deny it. */
function destroysInWords(text: string): string | null {
  const claim = DESTROYS.exec(text.trim());
  if (!claim || DENIES.test(text.trim().slice(0, claim.index))) return null;
  return claim[0].trim().toLowerCase();
}

export const wordsAndHints: Check = ({ definition: { name, description, annotations } }) => {
  const said = destroysInWords(description);
  if (said === null || destroys(name)) return [];
  if (annotations.readOnlyHint !== true && annotations.destructiveHint !== false) return [];
  if (annotations.readOnlyHint !== true && !TAKES_AWAY.test(description)) return [];
  const hint = annotations.readOnlyHint === true ? "readOnlyHint: true" : "destructiveHint: false";
  const wanted = { readOnlyHint: false, destructiveHint: true };
  return [
    finding(
      "behaviour_annotation_mismatch",
      "/annotations",
      `The description says "${said}", the annotations say ${hint}.`,
      {
        severity: "warning",
        proposal: hintText(wanted),
        patch: hintPatch(annotations, wanted),
      },
    ),
  ];
};

export const riskAndBehaviour: Check = ({ definition: { name, description, risk } }) => {
  if (risk === null) return [];
  const said = destroysInWords(description);
  const does = destroys(name)
    ? DOES.delete
    : said !== null
      ? `says "${said}"`
      : familyOf(name) === "fulfil"
        ? DOES.fulfil
        : null;
  if (risk === "low" && does !== null)
    return [
      finding("risk_behaviour_mismatch", "/risk", `It is rated low, and it ${does}.`, {
        severity: "warning",
        proposal: "risk: high",
      }),
    ];
  if (risk === "critical" && familyOf(name) === "read" && said === null)
    return [
      finding(
        "risk_behaviour_mismatch",
        "/risk",
        "It is rated critical, and its name says that it only reads.",
      ),
    ];
  return [];
};
