const [ENGINEERS, OPERATORS, ADVISERS] = [
  'State Boards of Professional Engineers',
  'Water Operator Certification Program',
  'Guild of Building Energy Advisers',
]

/** What the smaller portals say. */
export const MERIDIAN = {
  categories: {
    Engineering: 'Concrete, currents and whatever else carries a seal: courses with hours for licensed engineers.',
    Water: 'Drinking water, wastewater and stormwater, for operators and for those who design for them.',
    Building: 'Envelopes, materials and what hides in old ones, for building professionals.',
    Ethics: 'The hours that boards check first, with cases instead of slogans.',
  },
  /** Who accepts a course, and the words people use to search for it, in addition to the words of its title. */
  courses: {
    'Ethics for Professional Engineers': {
      organizations: [ENGINEERS],
      words: 'professional responsibility, PE renewal',
    },
    'Cold-Weather Concrete': { organizations: [ENGINEERS], words: 'structural, PE renewal' },
    'Grounding and Bonding in Practice': {
      organizations: [ENGINEERS, ADVISERS],
      words: 'electrical engineering, PE renewal',
    },
    'Wastewater Operator Renewal': { organizations: [OPERATORS], words: 'water operator license, class B, class C' },
    'Asbestos Awareness for Building Professionals': { organizations: [ADVISERS], words: 'building envelope, energy' },
    'Stormwater Design Basics': { organizations: [ENGINEERS, OPERATORS], words: 'hydrology, drainage, PE renewal' },
  } as Record<string, { organizations: readonly string[]; words: string }>,
  organizations: [
    {
      title: ENGINEERS,
      code: 'PE',
      meta_description: 'Professional development hours for licensed engineers.',
      text: '<p>Most boards ask for 30 hours in two years, some of them in ethics. Each course names its hours and the boards that accept it.</p>',
    },
    {
      title: OPERATORS,
      code: 'WOC',
      meta_description: 'Contact hours for water and wastewater operators, classes A to D.',
      text: '<p>Operators renew every three years. Hours are counted by class; a course says for which.</p>',
    },
    {
      title: ADVISERS,
      code: 'GBEA',
      meta_description: 'Units for those who advise on envelopes, heating and cooling.',
      text: '<p>Twelve units a year, at least four of them with an exam.</p>',
    },
  ],
  questions: [
    [
      'How are hours counted?',
      '<p>Fifty minutes of learning are one hour. Reading, video and questions count; waiting does not. The hours stand on the course and on the certificate.</p>',
    ],
    [
      'Will my board accept the course?',
      '<p>The course names the organizations that accept it. If yours is not among them, send us its rule: we answer within two working days.</p>',
    ],
    [
      'Can I carry hours over to the next period?',
      '<p>Some boards allow it for a part of them. Your certificate carries the date of completion, which is what they ask for.</p>',
    ],
    ['What if I am audited?', '<p>Send the certificate and the outline, both are in your account for five years.</p>'],
  ],
  articles: [
    {
      title: 'Thirty hours in two years: a plan that survives projects',
      cover: 'ethics',
      days: 9,
      meta_description: 'How engineers spread their hours so that the last month stays free.',
      text: '<p>Hours are like concrete: easy in small pours, expensive in one.</p><h2>Two hours a month</h2><p>Block the first Friday. A two-hour course fits between coffee and lunch, and after fifteen of them you are done.</p><h2>Ethics first</h2><p>It is the part that boards check, and the one that is forgotten until December.</p>',
    },
    {
      title: 'What auditors ask operators',
      cover: 'wastewater',
      days: 27,
      meta_description: 'Five documents that make an audit short.',
      text: '<p>An audit takes twenty minutes when these five papers are in one folder: the certificate, the outline, the hours by class, the date, and the name of the provider.</p>',
    },
  ],
} as const

export const SAFESTART_CATEGORIES = {
  Construction: 'What a Texas site asks before it lets you in: OSHA 10, and the classroom part for forklifts.',
  Health: 'First aid, CPR and AED for crews, with a card that lasts two years.',
}

export const SAFESTART_QUESTIONS = [
  [
    'When do I get my card?',
    '<p>The certificate is there at once. The plastic card comes by mail, usually within two weeks.</p>',
  ],
  ['¿Hay ayuda en español?', '<p>Sí. Llámenos de lunes a viernes: hablamos español.</p>'],
  [
    'Can I pay for my whole crew?',
    '<p>Yes. Choose the number of seats on the course, pay once, and send each person their link.</p>',
  ],
] as const
