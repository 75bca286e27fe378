const cue = (text: string): ReadonlySet<string> => new Set(text.split(/\s+/u).filter((word) => word !== ""));

/** When it happened or is due. Compared as written. */
export const TIMES =
  cue(`today tonight tomorrow yesterday noon midnight morning evening afternoon night overnight week weeks month months year years
  quarter weekend monday tuesday wednesday thursday friday saturday sunday spring summer autumn winter christmas easter deadline
  since until till ago before after during still yet already again anymore meanwhile soon lately recently eventually later early
  earlier late overdue due urgent urgently asap twice thrice always ever nightly daily weekly monthly annual anniversary birthday`);

/** People besides the user. */
export const PEOPLE =
  cue(`he she him her his hers himself herself nobody somebody someone anybody anyone everybody who whom whose
  mr mrs ms dr boss ceo cfo cto coo cmo chief director manager lead head owner founder chair board minister president
  legal finance marketing sales procurement accounting payroll compliance hr ops qa support on-call oncall staff crew intern interns
  lawyer attorney auditor accountant controller adviser advisor consultant inspector regulator officer agency authority police court judge
  supplier vendor contractor courier carrier landlord tenant plumber electrician technician engineer developer dev devs designer editor author
  reviewer reviewers reporter journalist investor investors partner partners sponsor competitor competitors
  doctor nurse patient patients pharmacist dentist clinic hospital school teacher student students university
  mother father mom mum dad parents wife husband son daughter sister brother kid kids child children baby family grandma grandpa uncle aunt
  friend friends neighbour neighbours neighbor guest guests candidate applicant applicants colleague colleagues subscriber subscribers caller
  bride groom buyer buyers shopper shoppers recipient sender driver passenger traveller traveler newcomer newcomers press`);

export const DENIALS =
  cue(`not no never nothing nowhere none neither nor without cannot cant dont doesnt didnt isnt wasnt wont couldnt
  wouldnt shouldnt havent hasnt arent instead unless except rather although though despite however but otherwise only hardly barely`);

export const TROUBLES =
  cue(`fail failure failed broken broke break breaks breakage error wrong wrongly bug crash missing miss lost lose
  complain complaint late delay delayed slow slower stuck block blocked dispute duplicate expire expired leak leaked outage down dead die died
  incident problem trouble worry worried afraid fear risk risky danger dangerous threat threaten reject rejected refuse denied deny cancel cancelled
  bounce bounced overflow timeout hang hung freeze frozen corrupt corrupted mangled garbled damage damaged defect faulty fault invalid suspicious
  suspect fraud phishing spam scam attack hacked stolen theft breach vulnerability vulnerable cve exploit illegal violate violation fine penalty
  overcharged undercharged unpaid owe debt mistake mistakenly accident accidental confuse confused confusing unclear doubt doubtful conflict clash
  contradict differ mismatch inconsistent odd strange weird unexpected sudden suddenly spike drop dropped fell regress regressed regression
  hurt sick ill pain injury fever allergy emergency urgent escalate escalated panic stale outdated obsolete deprecated legacy unused orphan orphaned
  short shortage lack lacking insufficient exhausted full quota limit exceeded over budget expensive cheap waste flaky flicker overlap hide hidden`);

/** What people do that is worth telling. */
export const TELLINGS =
  cue(`say said says claim report reported promise promised agree agreed disagree confirm confirmed deny decide decided
  want wants wonder wondering hope expect expects expected insist demand request apologise apologize announce announced warn warned
  propose proposed prefer prefers hate hates dislike like likes love loves need know think thinks thought believe believes suspect
  wrote write asks asked told tells called phoned rang emailed mentioned noticed found saw heard signed approved gave promised quit
  leave left leaves join joined joins start starts return returned arrive arrived arrives moved paid pay bought sold charged billed shipped
  launch launched ship deploy deployed migrate migrating merged rolled upgraded switched rotated renamed introduced replaced changed
  compare decide choose plan negotiate negotiated afford meet meets visit fly flies travel`);

/** A sentence that speaks of the call itself. */
export const SELF_TALK =
  cue(`tool tools call calls calling function action task tasks request requests requested instruction instructions
  instructed user users step steps plan agent assistant ai llm prompt rationale justification reason required necessary needed
  information data result results output workflow process proceed proceeding order provided specified given parameters operation`);

/** Words before a sentence's first verb. */
export const TO_START = cue(
  `i need want to let me us will ll i'll am i'm now just the please would like i'd going have`,
);
