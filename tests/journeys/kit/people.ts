import { type DemoPerson, person } from '#app/demo/people.ts'

type Kind = readonly [first: string, last: string, DemoPerson['roles'], DemoPerson['platform_role']?]

/** The portal in which something waits everywhere. */
export const ATTENTION = 'attention'

/** The people of the journeys. Each kind is for one journey, or for one file whose journeys follow each other. */
const KINDS = {
  abroad: ['Nadia', 'Network', { core: ['portal_admin'] }],
  above: ['Una', 'Upstairs', { core: [] }, 'sub_super_admin'],
  accounts: ['Alma', 'Accountant', { core: ['accounting'] }],
  address: ['Ada', 'Addressee', { core: ['learner'] }],
  approver: ['Abbie', 'Approver', { core: [] }, 'sub_super_admin'],
  booker: ['Betty', 'Booker', { core: ['accounting'] }],
  books: ['Bora', 'Bookkeeper', { admin: [], core: [] }, 'sub_super_admin'],
  planner: ['Pia', 'Planner', { admin: [], core: [] }, 'sub_super_admin'],
  audited: ['Ben', 'Audited', { core: ['learner'] }],
  auditor: ['Sue', 'Auditor', { core: ['learner'] }, 'sub_super_admin'],
  barred: ['Bea', 'Barred', { core: ['learner'] }],
  bundler: ['Bruno', 'Bundler', { core: ['portal_admin'] }],
  orderer: ['Bonnie', 'Buying', { core: ['learner'] }],
  cart: ['Cara', 'Carter', { core: ['learner'] }],
  clock: ['Cato', 'Clockwatcher', { core: ['portal_admin'] }],
  clearing: ['Clio', 'Clearing', { core: [] }, 'sub_super_admin'],
  cloud: ['Clara', 'Cloudwright', { core: ['portal_admin'] }],
  coach: ['Cleo', 'Coach', { core: ['instructor'] }],
  domains: ['Dora', 'Domains', { core: [] }, 'sub_super_admin'],
  composer: ['Cass', 'Composer', { core: ['course_admin'] }],
  composerclerk: ['Cody', 'Composing', { core: ['portal_admin'] }],
  consent: ['Connie', 'Consenter', { safestart: ['learner'] }],
  colleague: ['Cole', 'Colleague', { core: ['portal_admin', 'learner'] }],
  company: ['Priya', 'Provider', { core: ['partner'] }],
  counter: ['Connie', 'Counter', { core: ['portal_admin'] }],
  counting: ['Cora', 'Counting', { core: ['accounting'] }],
  developer: ['Devi', 'Developer', { core: ['portal_admin'] }],
  desk: ['Dora', 'Deskworker', { core: ['portal_admin'] }],
  early: ['Erna', 'Early', { granite: ['learner'], tidewater: ['learner'] }],
  editing: ['Edna', 'Editing', { core: ['portal_admin'] }],
  export: ['Emma', 'Exporter', { core: ['portal_admin'] }],
  finding: ['Finn', 'Findling', { core: ['portal_admin'] }],
  finish: ['Gail', 'Graduator', { core: ['portal_admin'] }],
  foreign: ['Fay', 'Foreigner', { granite: ['learner'] }],
  forgetful: ['Flo', 'Forgetful', { core: ['learner'] }],
  graded: ['Grace', 'Gradee', { core: ['learner'] }],
  hands: ['Hanna', 'Handler', { safestart: ['portal_admin'] }],
  hires: ['Hilda', 'Hirer', { granite: ['portal_admin'], tidewater: ['portal_admin'] }],
  importer: ['Imani', 'Importer', { core: ['portal_admin'] }],
  invites: ['Ivy', 'Inviter', { granite: ['portal_admin'], tidewater: ['portal_admin'] }],
  journal: ['Jana', 'Journalreader', { core: ['portal_admin'] }],
  journey: ['Jo', 'Journeyer', { core: ['learner'] }],
  keeps: ['Kim', 'Keeper', { granite: ['portal_admin'], tidewater: ['portal_admin'] }],
  keymaker: ['Otto', 'Outliner', { core: ['portal_admin'] }],
  keys: ['Orla', 'Outliner', { core: ['course_admin'] }],
  media: ['Mila', 'Mediakeeper', { core: ['course_admin'] }],
  newcomer: ['Nell', 'Newcomer', { granite: ['learner'] }],
  office: ['Oda', 'Officer', { granite: ['portal_admin'], tidewater: ['portal_admin'] }],
  farewell: ['Fiona', 'Farewell', { core: ['portal_admin'] }],
  losing: ['Lou', 'Losing', { core: ['portal_admin', 'learner'] }],
  lost: ['Lotte', 'Lostways', { core: ['portal_admin', 'learner'] }],
  lowvision: ['Lowell', 'Lowheight', { core: ['portal_admin'] }],
  landlord: ['Lars', 'Landlord', { admin: [], core: [] }, 'sub_super_admin'],
  limited: ['Lou', 'Limited', { meridian: ['course_admin'] }],
  listener: ['Lisa', 'Listener', { core: ['portal_admin'] }],
  tender: ['Tilly', 'Tender', { core: ['portal_admin'] }],
  mover: ['Mona', 'Mover', { core: ['learner'], granite: ['learner'] }],
  navigator: ['Nova', 'Navigator', { core: ['portal_admin', 'learner'] }],
  namer: ['Nico', 'Namer', { core: ['portal_admin'] }],
  open: ['Opal', 'Opener', { safestart: ['portal_admin'] }],
  ordered: ['Orrin', 'Orderly', { core: ['learner'] }],
  outline: ['Odo', 'Outliner', { core: ['course_admin'] }],
  outliner: ['Ona', 'Outliner', { core: ['portal_admin'] }],
  own: ['Olive', 'Ownarea', { core: ['course_admin', 'learner'] }],
  minder: ['Mina', 'Minder', { attention: ['portal_admin'] }],
  mindbooks: ['Bram', 'Booker', { attention: ['accounting'] }],
  minding: ['Marge', 'Minding', { attention: ['manager'] }],
  minded: ['Milo', 'Minded', { attention: ['learner'] }],
  packager: ['Paco', 'Packager', { core: ['course_admin'] }],
  packs: ['Pia', 'Packer', { core: ['portal_admin'] }],
  platformdesk: ['Paula', 'Platform', { admin: [], core: [] }, 'sub_super_admin'],
  platformphone: ['Paul', 'Platform', { admin: [], core: [] }, 'sub_super_admin'],
  plan: ['Prue', 'Planner', { core: ['partner'] }],
  pool: ['Polly', 'Poolkeeper', { core: ['course_admin'] }],
  provider: ['Perla', 'Provider', { core: ['partner'] }],
  question: ['Quin', 'Questioner', { core: ['learner'] }],
  reads: ['Rhea', 'Readonly', { granite: ['course_admin'], tidewater: ['course_admin'] }],
  recorder: ['Ruth', 'Recorder', { core: ['portal_admin'] }],
  relief: ['Ralph', 'Relief', { core: ['portal_admin'] }],
  renews: ['Renate', 'Renewer', { core: [] }],
  reporter: ['Ria', 'Reporter', { core: ['portal_admin'] }],
  returns: ['Rina', 'Returner', { core: ['learner'] }],
  review: ['Rosa', 'Reviewer', { core: ['learner'] }],
  painter: ['Pina', 'Painter', { admin: [], core: [] }, 'sub_super_admin'],
  peopler: ['Perry', 'Peopler', { core: ['portal_admin'] }],
  enroller: ['Enno', 'Enroller', { core: ['portal_admin'] }],
  gatekeeper: ['Gwen', 'Gatekeeper', { core: ['portal_admin'] }],
  lister: ['Liz', 'Lister', { core: ['portal_admin'] }],
  overseer: ['Orson', 'Overseer', { core: [] }, 'sub_super_admin'],
  rights: ['Rita', 'Rights', { meridian: ['portal_admin'] }],
  roles: ['Rolf', 'Rolechanger', { core: ['instructor', 'learner'] }],
  route: ['Runa', 'Router', { core: ['learner'] }],
  seller: ['Sela', 'Seller', { core: ['portal_admin'] }],
  sellerclerk: ['Paul', 'Pricewell', { core: ['portal_admin'] }],
  pricereader: ['Pim', 'Pricereader', { core: ['accounting'] }],
  sitechief: ['Mona', 'Sitechief', { core: ['manager'] }],
  latecomer: ['Lara', 'Latecomer', { core: ['learner'] }],
  mentor: ['Mia', 'Mentor', { core: ['instructor'] }],
  sender: ['Sonja', 'Sender', { core: ['portal_admin'] }],
  settler: ['Selma', 'Settler', { meridian: ['portal_admin'] }],
  share: ['Shea', 'Sharer', { core: ['partner'] }],
  shop: ['Svea', 'Shopkeeper', { admin: [], core: [] }, 'sub_super_admin'],
  sizes: ['Sia', 'Sizes', { core: ['learner'] }],
  starting: ['Stella', 'Starting', { core: ['portal_admin'] }],
  storage: ['Stan', 'Storekeeper', { core: [] }, 'sub_super_admin'],
  swift: ['Svea', 'Swift', { core: ['portal_admin'] }],
  task: ['Tara', 'Taskwriter', { core: ['learner'] }],
  taking: ['Tess', 'Taking', { core: ['portal_admin'] }],
  teamlead: ['Tina', 'Teamlead', { core: ['portal_admin'] }],
  teach: ['Thea', 'Teacher', { core: ['instructor'] }],
  template: ['Tilly', 'Templater', { core: ['portal_admin'] }],
  trade: ['Tilda', 'Trader', { core: ['portal_admin'] }],
  tenant: ['Tess', 'Tenant', { admin: [], core: [] }, 'sub_super_admin'],
  tutor: ['Theo', 'Tutor', { core: ['instructor'] }],
  typist: ['Tia', 'Typist', { core: ['portal_admin'] }],
  twice: ['Tom', 'Twodevices', { core: ['learner'] }],
  video: ['Vera', 'Videomaker', { core: ['portal_admin'] }],
  walker: ['Walt', 'Walkaway', { core: ['learner'] }],
  dashing: ['Dash', 'Dashing', { core: ['learner'] }],
  homeless: ['Holly', 'Homeless', { core: ['learner'] }],
  landadmin: ['Lana', 'Landing', { core: ['portal_admin'] }],
  landbooks: ['Lionel', 'Landing', { core: ['accounting'] }],
  landlearner: ['Lola', 'Landing', { core: ['learner'] }],
  landmanager: ['Luke', 'Landing', { core: ['manager'] }],
  landteacher: ['Leif', 'Landing', { core: ['instructor'] }],
  pupil: ['Pam', 'Pupil', { core: ['learner'] }],
  schooler: ['Saul', 'Schooler', { core: ['portal_admin'] }],
  wordsmith: ['Willa', 'Wordsmith', { core: ['portal_admin'] }],
  framer: ['Fritz', 'Framer', { core: ['portal_admin'] }],
  hirer: ['Hugo', 'Hirer', { core: ['portal_admin'] }],
  outsider: ['Olaf', 'Outsider', { core: ['portal_admin'] }],
  rigger: ['Rosi', 'Rigger', { core: ['portal_admin'] }],
  teller: ['Teddy', 'Teller', { core: ['portal_admin'] }],
  zoned: ['Zoe', 'Zoned', { core: ['portal_admin'] }],
  words: ['Wanda', 'Wordsmith', { core: ['portal_admin'] }],
  watch: ['Wanda', 'Watcher', { core: ['portal_admin'] }],
} satisfies Record<string, Kind>

export type PersonKind = keyof typeof KINDS

const made = (kind: PersonKind, mark: string): DemoPerson => {
  const [first, last, roles, platformRole]: Kind = KINDS[kind]
  return person(first, `${last} ${mark}`, `${kind}.${mark}`, roles, platformRole)
}

/** What tells one try of a journey from every other, of Playwright's `TestInfo`. */
export type Try = { project: { name: string; retries: number }; retry: number; repeatEachIndex: number }

/** A word that no other try of the same journey has, in either width: for the names of what it makes. */
export const markOf = ({ project, retry, repeatEachIndex }: Try): string =>
  `${project.name}${repeatEachIndex * (project.retries + 1) + retry + 1}`

/** The person of this kind whom nobody but this try has used: what an earlier one has left behind is somebody else's. */
export const personOf = (info: Try, kind: PersonKind): DemoPerson & { name: string } => {
  const person = made(kind, markOf(info))
  return { ...person, name: `${person.first_name} ${person.last_name}` }
}

/** Everybody whom journeys of these projects can ask for, when each may be tried so often. */
export const journeyPeople = (projects: readonly { name: string; tries: number }[]) =>
  projects.flatMap(({ name, tries }) =>
    Array.from({ length: tries }, (_, index) => `${name}${index + 1}`).flatMap((mark) =>
      (Object.keys(KINDS) as PersonKind[]).map((kind) => ({ kind, person: made(kind, mark) })),
    ),
  )
