const words = (text: string): string[] => text.split(/\s+/u).filter((word) => word !== "");

/** Function words, without meaning of their own in a sentence. */
export const BINDING: ReadonlySet<string> = new Set(
  words(`a about all also an and another any are as at be been being but by can could did do does doing each for from had has have he
    her here him his how i if in into is it its itself just let like may me might more most must my no not now of off on one only or other our out
    over own she should so some such than that the their them then there these they this those through to too under up upon us very
    was we were what when where which while who whom whose why will with within without would yet you your ll re ve s t d m am going
    via per using use used uses usage utilize utilizing i'm i'll i'd i've it'll we're we'll don't doesn't isn't until same both either between whether
    during toward towards among across against onto else even much many few cannot can't won't they're you're myself`),
);

/** Words that fit every call. A sentence with nothing else is boilerplate. */
export const EMPTY_TALK: ReadonlySet<string> = new Set(
  words(`user users request requests ask instruct instruction want tell told task step next first second third previous follow plan goal
    objective purpose workflow process procedure job work need necessary necessity require requirement information info data detail context
    result output outcome input response respond answer question query tool call invoke execute execution run perform performance operation
    action act function functionality make made carry change continue continuation proceed move progress complete completion finish
    accomplish achieve fulfil fulfill get got gather obtain retrieve fetch collect help assist assistance provide support able order accord
    appropriate best accurate accuracy accurately helpful relevant relevance useful usefulness correct suitable specify specific given
    parameter current currently further furthermore later better understand understood understanding explore exploration learn know known
    knowledge because since therefore thus hence reason rationale explanation explain justification justify behalf hand handle thing stuff
    something anything everything someone everyone anyone part ok okay yes sure please now done do go start begin try attempt check verify
    see look none nothing null undefined na applicable placeholder todo tbd test example sample string text lorem ipsum dolor sit amet
    consectetur foo bar baz qux hello world dummy blah whatever hmm well character least minimum length long add field fill mandatory
    optional default generic agent assistant model ai llm mcp system accordingly successfully success properly simply directly quickly
    automatically automatic subsequent subsequently initial initially final finally additional satisfy resolve resolution determine identify
    ensure allow enable facilitate conversation chat prompt message mine theirs above below state stated describe description desire desired
    intend intent intention intended assign assigned insight valuable value essential essentially important importance crucial critical
    vital key fundamental integral logical logic natural obvious efficient efficiently efficiency effective effectively effectiveness
    precise precisely precision reliable reliably seamless seamlessly smooth smoothly comprehensive thorough thoroughly careful carefully
    diligent diligence due care quality good great perfect ideal wise sense sensible worth worthwhile way mean means method approach manner
    practice overview picture clear clearly clarity situation scenario case circumstance condition precondition prerequisite requisite
    capability capable ability feature guideline protocol mission role duty responsibility responsible autonomous virtual intelligent smart
    leverage utilise utilize empower optimise optimize optimal streamline productivity productive business driven drive inform informed
    decision decide deliver delivery experience personalise personalize personalized real realtime date up-to-date latest recent recently
    fresh present presently available availability exist existence existing internet online web digital electronic engine remember mind note
    consider consideration concern regard respect relate related involve include various certain particular particularly accordance line
    basis based foundation depend dependency rely trust trustworthy truth source right exactly exact ahead forward hereby herein moment time
    soon quick fast immediately immediate instantly instant shortly short meanwhile think thinking thought believe feel guess suppose assume
    like love would-be happy glad pleased pleasure let lets communication communicate collaboration collaborate coordinate coordination
    organise organize organized tidy structure structured structural manage management maintain maintenance monitor visibility transparency
    secure safe safely safety consistent consistently consistency integrity possible possibly possibility potential potentially maybe
    perhaps probably likely always never-ending usually typically generally general often whole entire entirely completely full fully actual
    actually basically simple easy easily hard difficult advance advanced basic point topic subject matter issue-related inquiry enquiry
    demand asking wish aim target end focus address tackle deal cover treat serve service effect place need-to prepare preparation ready
    setup set analyse analyze analysis analytical evaluate evaluation assess assessment examine investigate investigation review inspect
    inspection study discuss discussion mention earlier before after prior beforehand afterwards reference refer future produce production
    generate generation summary summarise summarize conclude conclusion recommend recommendation suggest suggestion interact interaction
    environment platform application app software technology technical human person people team work-related everyone's keep kept hold give
    gave take took taken bring brought use used using usage stakeholder stakeholders choice choices option options opportunity opportunities
    challenge growth trend excellence expertise skill skilled talent craft art secret magic beauty joy fun excitement exciting excited eager
    keen willing humble loyal servant obey obedience comply command honour honor vision culture faith hope patience virtue golden peace
    battle successful stone rock wheel ball loop dot dots ground bridge shot stab crack whirl spin gander glimpse eye eyes ear nose hands
    foot head heart finger rid stock unturned turn official authentic genuine shall ought let's traceability accountability resilience
    scalability usability reliability sustainability leadership ownership teamwork synergy hustle rigor rigour noteworthy noted duly
    henceforth thereby therein thereof whereby wherein heretofore aforementioned mentioned such forthcoming respective respectively
    pertaining pertain bearing regarding concerning including excluding containing consisting comprising corresponding matters count counts
    helps speak speaks talk talks lie lies holds begins grow grows aside together altogether whereas otherwise-than myself ourselves
    yourself oneself modern life everyday society humanity mankind nature bright attention turn-to attend attending giving grant granted
    access accessed accessible concise capture main priority prioritise prioritize supply supplied feedback come goes far automate automated
    operate zero dear kind ways left-off pursuit worthy aid aids beneficial benefit benefits promising deep deeper insightful meaningful
    robust solid sound proper meticulous rigorous systematic systematically methodical strategic holistic actionable tangible concrete
    granular rich sophisticated innovative powerful versatile flexible scalable convenient conveniently intuitive handy straightforward
    trivial typical common commonly regular ordinary usual normal normally adequate sufficient superior excellent outstanding invaluable
    indispensable paramount pivotal significant significance substantial considerable pertinent valid viable feasible prudent advisable
    reasonable rational legitimate evident apparent inherent overall broad broader narrow detailed in-depth extensive exhaustive dependable
    authoritative credible timely promptly swift swiftly rapid rapidly proactive proactively responsive dynamic interactive transparent
    accountable mindful conscientious professional friendly ethical fruitful desirable favourable preferable satisfactory avenue aspect
    angle perspective backbone cornerstone pillar block gift treasure wealth power strength advantage merit gain impact influence must
    groundwork baseline checkpoint milestone phase round iteration cycle sequence series chain flow path strategy tactic framework principle
    rule standard convention norm habit routine wisdom instinct intuition curiosity curious interest interesting awareness aware familiar
    familiarity familiarise familiarize comprehension comprehend grasp idea notion concept viewpoint impression expectation assumption
    hypothesis hint indication fact reality ecosystem domain realm scope extent range degree level layer dimension word saying proverb
    exception satisfaction satisfied convenience comfort ease simplicity completeness correctness validity behaviour behavior acquire glean
    derive deduce infer arrive reach attain realise realize represent reflect demonstrate illustrate showcase emphasize emphasise strive
    aspire endeavour endeavor seek commit dedicate dedicated devote engage engagement participate contribute foster cultivate promote
    encourage boost enhance enhancement improve improvement increase maximize maximise minimise minimize simplify alleviate accelerate
    expedite harness employ adopt embrace incorporate integrate integration align alignment tailor tailored customise customize adapt
    accommodate meet exceed cope acquaint orient orientation immerse dive delve dig embark undertake pursue resume wrap lay pave stay remain
    rest revolve arise emerge unfold seem appear become hopefully obviously certainly definitely surely indeed truly really quite pretty
    fairly merely purely solely mainly mostly largely primarily especially notably specifically broadly moreover besides likewise similarly
    consequently ultimately lastly firstly secondly fundamentally frankly honestly anyway anyhow along alright fine cool awesome nice cheers
    thanks thank hi hey gotcha roger yep yeah yup nope uh um oh ah pls plz kindly luck easier faster quicker simpler shorter longer larger
    smaller bigger higher lower greater lesser handier clearer turns sort lot lots bit piece couple bunch half past spot side course custom
    ever constantly continuous continuously continual regularly repeatedly keep-up sustain preserve protect guarantee assure assurance
    isolated isolate separate separated digest digestible consume consumption modification adjustment`),
);

/** Common objects of tools. Next to a tool's name they add nothing. */
export const COMMON_OBJECTS: ReadonlySet<string> = new Set(
  words(`file content page document documentation record list item entry row column cell object element button link field form folder directory
    path location repository repo channel workspace collection database db table resource id identifier ids name title label tag value url
    uri address key type number count amount total sum quantity set kind full new specific certain available existing different multiple
    several many single various body subject header attribute property metadata github gitlab slack notion stripe hubspot gmail mongodb
    kubernetes kubectl launchdarkly airtable resend browser playwright chrome api server jira linear salesforce zendesk shopify aws google
    drive dropbox confluence sentry datadog pagerduty docker terraform git sql http html json csv xml yaml python javascript typescript code
    crm erp system backend frontend endpoint website site web account profile service project base second minute hour percent percentage
    mail email e-mail inbox mailbox attachment message thread post comment reply chat notification event meeting appointment calendar
    schedule reminder issue ticket bug pull request branch commit merge version statement script command terminal program query search term
    keyword customer client contact lead deal company user employee member person people order invoice payment subscription coupon refund
    charge transaction balance price product parameter argument option setting configuration config variable function method class line text
    string image picture photo screenshot snapshot video audio log metric alert incident instance container pod node cluster namespace
    deployment bucket job pipeline task note entity graph codebase source library package module section paragraph sheet spreadsheet chart
    report dashboard card board one two three four five six seven eight nine ten eleven twelve fifteen twenty thirty forty fifty sixty
    seventy eighty ninety hundred thousand million first third last recent latest newest oldest most least top all every each beginning
    start end once january february march april may june july august september october november december th st nd rd place space area zone
    state status current unique permanent temporary public private active open closed default standard boolean css cursor dynamic array
    expression index regex pattern token scope schema template timestamp syntax viewport width height size mime false true max maximum min
    minimum bytes byte binary font float integer iso jpeg png webp pdf markdown keyboard mouse tab tabs window windows wrapper uuid username
    selector console dialog domain embedding vector semantic phrase optical character symbol digit letter decimal hash footer checkbox
    dropdown widget icon logo pixel pagination limit offset ascending descending range filter batch bulk buffer stream socket port host
    hostname ip protocol cache memory cpu disk gibibyte gigabyte megabyte kilobyte gb mb kb euro euros dollar dollars pound pounds cent
    cents franc yen lira krone krona currency eur usd gbp celsius fahrenheit degree degrees kilometre kilometer metre meter mile inch litre
    liter gram kilogram hours date time clock category categories subcategory group groups chapter heading bullet footnote caption remark
    annotation revision draft copy original shell editor ide notebook worksheet plugin extension sdk cli gui ui ux catalogue catalog
    inventory registry archive history timeline backlog hierarchy parent child sibling knowledge wiki article newsfeed feed headline tweet
    retweet hashtag like emoji reaction owner author assignee creator`),
);

/** What tools do. Which act it is, the call shows already. */
export const COMMON_ACTS: ReadonlySet<string> = new Set(
  words(`read open view load get show display inspect list enumerate search find look lookup query retrieve retrieval fetch obtain access acquire
    grab pull gather collect receive create add make generate build produce write save store persist record register log insert append put
    edit modify update change alter adjust revise patch replace overwrite set configure delete remove erase drop clear purge wipe discard
    undo revert restore send post publish dispatch transmit transmission forward deliver submit compose draft click press hit tap type enter
    input fill select choose pick navigate go visit browse head follow take capture wait await describe aggregate aggregation restart roll
    scale run execute perform start stop launch initiate trigger begin end terminate cancel close merge book reserve schedule plan track
    translate convert compute calculate calculation count sum filter sort scan check verify validate confirm review analyse analyze evaluate
    examine locate locating discover identify determine detect monitor watch play pause resume switch toggle turn enable disable activate
    deactivate lock unlock attach upload download import export copy move rename transfer duplicate assign label tag approve reject
    acknowledge resolve reply respond answer ask tell say notify inform remind remember memorise memorize recall return print output render
    issue raise file apply push commit commits clone fork deploy install use call invoke consult pass contain belong occur occurrence appear
    live refresh sync synchronise synchronize connect connection prepare handle process manage organise organize extract parse format
    combine crawl scrape compare summarise summarize outline mark flag archive share swap exchange substitute tweet extraction recognise
    recognize recognition evaluation ping probe poll sample peek glance skim traverse iterate loop encode decode encrypt decrypt compress
    zip authenticate authorise authorize login logout subscribe unsubscribe mute pin star bookmark react vote rate rank group split join
    concatenate trim truncate round paste drag hover scroll swipe zoom resize rotate crop reload rewind stream broadcast cast dial ring
    water heat warm dim brighten arm disarm ship increment decrement increase decrease lower reduce expand collapse extend restrict include
    exclude inject embed link unlink bind map match tie associate detach interpret categorise categorize classify arrange rearrange reorder
    reschedule postpone allocate reassign delegate grant invite welcome greet accept decline sign expose hide reveal unveil surface yield
    bear gives hold draw sketch illustrate specify define redefine declare state express formulate phrase word paraphrase rephrase quote
    cite mention report announce relay interrogate inquire enquire seek hunt chase trace pinpoint spot notice target aim learn study
    familiarise familiarize recap revisit rerun redo repeat retry`),
);

/** Neighbouring keys: a run of them is no word. */
export const KEYBOARD = [
  "qwertyuiop",
  "asdfghjkl",
  "zxcvbnm",
  "qwertzuiop",
  "yxcvbnm",
  "azertyuiop",
] as const;
