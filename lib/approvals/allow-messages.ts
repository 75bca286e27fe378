/** Why a call was allowed at once. For a grant, `grantMessage` names the approver. */
export const ALLOW_MESSAGES = {
  not_required: "This call needs no approval. Run it now.",
  grant: "A person approved this call. Run it now, once.",
  auto_approved:
    "This tenant lets calls of this risk run without a person. Run it now, once; it was recorded.",
  confirmed:
    "The caller confirmed this call and the tenant accepts that; no person was asked. Run it now, once; it was recorded.",
  policy: "A policy lets this call run without a person. Run it now, once; it was recorded.",
  remembered:
    "A rule that a person made earlier lets this call run; no person looked at this one. Run it now, once; it was recorded.",
} as const;

export type AllowReason = keyof typeof ALLOW_MESSAGES;
