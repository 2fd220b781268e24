/** The texts of the trade portal's public pages. Real agencies and organizations are named only for their rules. */
export const CORE_TERMS = {
  category: {
    Construction: 'Falls, ladders, scaffolds, cranes: what every site asks before it lets you in.',
    'Hazardous materials': 'Waste sites, spills and emergencies, from the first hour to the yearly refresher.',
    Electrical: 'Dead means dead: isolation, lockout and work near live parts.',
    Health: 'First aid, blood, heat and noise: the hazards that come with people.',
    Environment: 'Stormwater, waste and spills, for those who sign the inspection sheet.',
    Leadership: 'From the best worker to the one who leads the crew.',
  },
  agency: [
    {
      title: 'Occupational Safety and Health Administration',
      code: 'OSHA',
      text: '<h2>What it asks for</h2><p>Employers train their people before they are exposed, in words they understand, and keep the proof. Several rules name hours: 40 for work on uncontrolled hazardous waste sites, 8 for the yearly refresher.</p><h2>What you keep</h2><ul><li>Who was trained, when, in what</li><li>The certificate, where the rule asks for one</li><li>The date by which it has to be renewed</li></ul>',
      meta_description: 'Federal rules for safety at work, and the courses that answer them.',
    },
    {
      title: 'Environmental Protection Agency',
      code: 'EPA',
      text: '<h2>What it asks for</h2><p>Anyone who handles hazardous waste is trained within six months and again each year. Stormwater permits ask for trained inspectors.</p>',
      meta_description: 'Waste, stormwater and spills: training that federal permits ask for.',
    },
    {
      title: 'Department of Transportation',
      code: 'DOT',
      text: '<h2>What it asks for</h2><p>People who ship or carry hazardous materials are trained for what they do, tested, and trained again within three years.</p>',
      meta_description: 'Training for those who prepare, load or carry hazardous materials.',
    },
    {
      title: 'Colorado Trade Licensing Board',
      code: null,
      state: 'Colorado',
      text: '<p>An example of a state board in this demonstration: licenses renew every two years with eight hours of approved training.</p>',
      meta_description: 'Licenses in Colorado, with hours that renew them.',
    },
    {
      title: 'Illinois Office of Site Safety',
      code: null,
      state: 'Illinois',
      text: '<p>An example of a state office in this demonstration: site supervisors show a card that is no older than five years.</p>',
      meta_description: 'Cards for site supervisors in Illinois.',
    },
  ],
  organization: [
    {
      title: 'National Board of Trade Educators',
      code: 'NBTE',
      meta_description: 'Continuing education units for trade instructors and inspectors.',
      text: '<p>One unit stands for ten contact hours. The board asks for a final exam with at least 70%.</p>',
    },
    {
      title: 'Alliance of Certified Site Inspectors',
      code: 'ACSI',
      meta_description: 'Hours for inspectors of sites, ladders and lifting gear.',
      text: '<p>Inspectors renew every three years with 24 hours, half of them online.</p>',
    },
    {
      title: 'Society of Industrial Hygiene Practice',
      code: 'SIHP',
      meta_description: 'Contact hours for those who measure what people breathe.',
      text: '<p>Courses count by contact hour. Exams have to be taken without help.</p>',
    },
  ],
  training_option: [
    {
      title: 'Online',
      meta_description: 'Starts whenever you like, on any device.',
      text: '<p>At your own pace. Progress is kept, certificates come at once.</p>',
    },
    {
      title: 'Classroom',
      meta_description: 'With an instructor, on a fixed date and place.',
      text: '<p>For everything that has to be done by hand. Dates stand on the <a href="/course/schedule">schedule</a>.</p>',
    },
    {
      title: 'Webinar',
      meta_description: 'Live with an instructor, from anywhere.',
      text: '<p>Live, with questions, from where you are.</p>',
    },
  ],
  language: [
    { title: 'English', code: 'en', meta_description: 'All courses in English.' },
    {
      title: 'Spanish',
      code: 'es',
      meta_description: 'Cursos en español: courses that Spanish-speaking crews can take.',
    },
  ],
} as const

/** Which courses each agency, organization and option has; everywhere means in all states. */
export const CORE_LINKS: Record<
  string,
  { agencies: string[]; organizations: string[]; options: string[]; isEverywhere?: true; languages?: string }
> = {
  'Ladder Safety': {
    agencies: ['OSHA'],
    organizations: ['ACSI'],
    options: ['Online'],
    isEverywhere: true,
    languages: 'English',
  },
  '40-Hour HAZWOPER Training': {
    agencies: ['OSHA', 'EPA'],
    organizations: ['NBTE', 'SIHP'],
    options: ['Online', 'Classroom'],
    isEverywhere: true,
    languages: 'English',
  },
  '8-Hour HAZWOPER Refresher': {
    agencies: ['OSHA', 'EPA'],
    organizations: ['SIHP'],
    options: ['Online', 'Webinar'],
    isEverywhere: true,
    languages: 'English',
  },
  'OSHA 10-Hour Construction': {
    agencies: ['OSHA', 'Illinois Office of Site Safety'],
    organizations: ['NBTE'],
    options: ['Online'],
    isEverywhere: true,
    languages: 'Spanish',
  },
  'Forklift Operator Certification': {
    agencies: ['OSHA'],
    organizations: [],
    options: ['Classroom'],
    languages: 'Spanish',
  },
  'First Aid, CPR and AED': { agencies: [], organizations: ['NBTE'], options: ['Classroom'], languages: 'English' },
  'Stormwater Inspector': {
    agencies: ['EPA', 'Colorado Trade Licensing Board'],
    organizations: ['ACSI'],
    options: ['Webinar'],
    languages: 'English',
  },
  'Electrical Safety and Lockout/Tagout': {
    agencies: ['OSHA'],
    organizations: ['NBTE'],
    options: ['Online'],
    languages: 'English',
  },
}

export const CORE_QUESTIONS: Record<string, readonly (readonly [question: string, answer: string])[]> = {
  'Courses and certificates': [
    [
      'How long do I have access to a course?',
      '<p>Five years from purchase or until you complete it. After completion you can go on reading it until the five years are over.</p>',
    ],
    [
      'Can my employer check my certificate?',
      '<p>Yes. Every certificate has a number. Enter it at <a href="/certificates/verify">Verify a certificate</a>: name, course and date appear, or a clear no.</p>',
    ],
    [
      'What happens when I fail the final exam?',
      '<p>The course says how many attempts you have. Between two attempts you can read everything again. When none is left, your instructor can help.</p>',
    ],
    [
      'Can I stop and continue on my phone?',
      '<p>Yes. Every step is saved as you make it, and the course opens where you stopped, on any device.</p>',
    ],
    [
      'Do certificates expire?',
      '<p>Some do, because the rule behind them does: a HAZWOPER refresher holds for a year. The date stands on the certificate, and we write to you before.</p>',
    ],
    [
      'What languages are the courses in?',
      '<p>Most are in English, several in Spanish as well. The list of courses can be filtered by language.</p>',
    ],
    [
      'Is an online course enough for a forklift license?',
      '<p>It is the classroom part. The rule also asks for practice and an evaluation at your workplace, by somebody your employer has named.</p>',
    ],
  ],
  'Teams and credits': [
    [
      'What is a credit?',
      '<p>One seat in a course that has not been given to a person yet. You buy credits, hand them out by e-mail, and take back those that nobody has used.</p>',
    ],
    [
      'Do larger quantities cost less?',
      '<p>Yes. The prices by quantity stand on every course, and the cart takes the right one by itself.</p>',
    ],
    [
      'Can I see who has finished?',
      '<p>As a manager you see your own people: who has started, who is late, who is done. You can download the certificates of all of them at once.</p>',
    ],
  ],
  'Paying and accounts': [
    ['How can I pay?', '<p>By card at checkout. Companies can also ask for an invoice.</p>'],
    [
      'Can I share my account with a colleague?',
      '<p>No. End-user accounts may not be shared: a certificate names the person who has learned.</p>',
    ],
    [
      'I have forgotten my password',
      '<p>Choose <a href="/forgot-password">Forgot password</a> and enter your e-mail. The link in the mail lets you set a new one.</p>',
    ],
  ],
}

type DemoArticle = {
  title: string
  category: string
  cover: string
  author: string
  days: number
  meta_description: string
  tags: string[]
  text: string
}

export const CORE_ARTICLES: readonly DemoArticle[] = [
  {
    title: 'Which HAZWOPER course do I need?',
    category: 'Rules explained',
    cover: 'hazwoper-40',
    author: 'Wendy Wright',
    days: 6,
    tags: ['HAZWOPER', 'Beginners'],
    meta_description: '40, 24 or 8 hours: who needs which, and what the hours have to contain.',
    text: '<p>The rule sorts people by what they do on a site, not by their job title. Ask one question first: can you be exposed above the limit?</p><h2>40 hours</h2><p>For general site workers who remove waste or move about in the hot zone. Three days under a trained supervisor in the field come on top.</p><h2>24 hours</h2><p>For those who are on site occasionally, for one task, and stay below the limits: surveyors, samplers, most engineers.</p><h2>8 hours, every year</h2><p>The refresher keeps both alive. If you let it lapse for long, your employer decides what has to be taught again, and writes down why.</p><blockquote>Choose by exposure. The title on the door has never stopped a vapour.</blockquote><h2>What an inspector asks for</h2><ul><li>The certificate with hours, date and the name of the trainer</li><li>The field days, signed</li><li>The refresher of the last twelve months</li></ul>',
  },
  {
    title: 'Four feet up, one foot out',
    category: 'Field notes',
    cover: 'ladder',
    author: 'Wendy Wright',
    days: 15,
    tags: ['Ladders', 'Toolbox talks'],
    meta_description: 'The ladder check that takes forty seconds, and why it is skipped.',
    text: '<p>Ask ten people how far out a ladder stands and nine know the answer. Watch ten ladders and you find four that are too steep.</p><h2>Forty seconds</h2><ol><li>Rails: no cracks, no dents.</li><li>Rungs: tight, clean, dry.</li><li>Feet: there, and they move.</li><li>Ground: firm and level.</li><li>Angle: toes to the feet, arms straight, hands on the rung.</li></ol><h2>Why it is skipped</h2><p>Because the ladder stood there yesterday. Yesterday it had not rained, and nobody had moved it for the forklift.</p>',
  },
  {
    title: 'Handing out credits without a spreadsheet',
    category: 'For managers',
    cover: 'supervisor',
    author: 'Marcus Meyer',
    days: 24,
    tags: ['Credits', 'Teams'],
    meta_description: 'How a crew leader with forty people keeps the overview in ten minutes a week.',
    text: '<p>Forty people, six courses, three sites. Until last year there was a spreadsheet, and it was wrong by Tuesday.</p><h2>Monday: give</h2><p>New people get their credit by e-mail. Anyone who has no account yet gets one by the link in the mail.</p><h2>Wednesday: look</h2><p>Sort by due date. Two names are red, one of them is on leave.</p><h2>Friday: take back</h2><p>A credit that nobody has started goes back to the pool with one click and is there for the next one.</p>',
  },
  {
    title: 'Lockout is a conversation',
    category: 'Field notes',
    cover: 'electrical',
    author: 'Marcus Meyer',
    days: 38,
    tags: ['Electrical', 'Toolbox talks'],
    meta_description: 'The lock is the easy part. What has to be said before it goes on.',
    text: '<p>Most lockout accidents happen with a lock in place. On the wrong breaker, on one of two feeds, or with the pressure still in the line.</p><h2>Say it aloud</h2><ul><li>What are we working on?</li><li>What feeds it? What else?</li><li>How do we know that it is dead?</li></ul><p>The answers take a minute. They also tell the newest person on the crew what nobody else would have said.</p>',
  },
  {
    title: 'The refresher you can finish on a Tuesday',
    category: 'Rules explained',
    cover: 'hazwoper-8',
    author: 'Wendy Wright',
    days: 52,
    tags: ['HAZWOPER'],
    meta_description: 'Eight hours, every year: what has to be in them and how to plan them.',
    text: '<p>Eight hours do not have to be one day. The rule asks for the hours and the content; it leaves the calendar to you.</p><h2>What belongs in it</h2><p>What went wrong on your sites in the last year, what has changed in the rules, and practice with the gear that people really wear.</p><h2>How crews plan it</h2><p>Two evenings of three hours and a last session together. The certificate carries the day of the last one.</p>',
  },
]

export const CORE_AUTHORS = [
  {
    name: 'Wendy Wright',
    description:
      '<p>Twenty years on remediation sites, eleven of them as a supervisor. Writes about rules so that crews can use them.</p>',
  },
  {
    name: 'Marcus Meyer',
    description:
      '<p>Electrician, then trainer of electricians. Believes that the best safety device is a good question.</p>',
  },
]
