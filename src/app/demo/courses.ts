import { PUBLICATION } from '#kernel/product/statuses.ts'
import { CHECK, HAZMAT_QUESTIONS, LADDER_QUESTIONS } from './course-questions.ts'
import type { DemoCourse } from './course-types.ts'
import { simple } from './simple-course.ts'

/** A course of every item type, for the journey of a learner from the first page to the certificate. */
const LADDER: DemoCourse = {
  title: 'Ladder Safety',
  cover: 'ladder',
  description:
    '<h2>Up and down in one piece</h2><p>Falls from ladders are among the most common injuries on site, and nearly all of them can be avoided. In half an hour you learn to choose, check, set and climb a ladder, and you show it in a walk-through and a short exam.</p><ul><li>Choose the right ladder for the job</li><li>See damage before it sees you</li><li>Set the angle without a tape measure</li></ul>',
  meta_description: 'Choose, check, set and climb a ladder safely: half an hour, with a walk-through and an exam.',
  duration_minutes: 30,
  categories: ['Construction'],
  is_sequential: true,
  is_certificate_required: true,
  valid_months: 36,
  publication_status: PUBLICATION.published,
  prices: [
    [1, 29],
    [5, 25],
    [25, 19],
  ],
  outline: [
    {
      kind: 'module',
      title: 'Before you climb',
      items: [
        {
          kind: 'text',
          title: 'Why ladders',
          text: '<h2>A tool like any other</h2><p>A ladder looks harmless, which is why people take it less seriously than a saw. Treat it as a tool: choose it, check it, use it for what it was made for.</p><h3>The right one</h3><p>Fiberglass near electricity, never metal. Look at the duty rating: your own weight, your clothes, your tools and what you carry.</p>',
        },
        { kind: 'document', title: 'Inspection checklist' },
        { kind: 'audio', title: 'Toolbox talk', file: 'ladder-talk.mp3' },
        { kind: 'video', title: 'A minute of something else', video: 'https://vimeo.com/1084537' },
      ],
    },
    { kind: 'survey', title: 'What do you know already?', questions: CHECK },
    { kind: 'scorm', title: 'Ladder walk-through' },
    {
      kind: 'exam',
      title: 'Final exam',
      description: '<p>Four questions, three attempts. You need 70 percent.</p>',
      attempts_number: 3,
      passing_score: 70,
      questions_count: 4,
      questions: LADDER_QUESTIONS,
    },
  ],
}

const HAZWOPER: DemoCourse = {
  title: '40-Hour HAZWOPER Training',
  cover: 'hazwoper-40',
  description:
    '<h2>For everybody who works where hazardous waste is cleaned up</h2><p>The initial training for general site workers after 29 CFR 1910.120(e), in modules you can take in your own time. Keep your place on any device; your records stay with you for inspectors and employers.</p>',
  meta_description: 'Initial training for general site workers after 29 CFR 1910.120(e), online and at your own pace.',
  duration_minutes: 2400,
  categories: ['Hazardous materials'],
  is_sequential: true,
  is_certificate_required: true,
  valid_months: 12,
  publication_status: PUBLICATION.published,
  prices: [
    [1, 395],
    [5, 355],
    [20, 299],
    [100, 249],
  ],
  outline: [
    {
      kind: 'module',
      title: 'Regulations and responsibilities',
      items: [
        {
          kind: 'text',
          title: 'Who needs this training',
          text: '<p>General site workers who may be exposed to hazardous substances receive a minimum of 40 hours of instruction off the site and three days of field experience under a trained supervisor.</p>',
        },
        {
          kind: 'text',
          title: 'Your rights',
          text: '<p>You may see your exposure records and your medical records, and you may stop work that endangers life.</p>',
        },
      ],
    },
    {
      kind: 'module',
      title: 'Site control and zones',
      items: [
        {
          kind: 'text',
          title: 'Hot, warm, cold',
          text: '<p>Three zones keep contamination where it is: the exclusion zone, the contamination reduction zone, and the support zone.</p>',
        },
      ],
    },
    {
      kind: 'exam',
      title: 'Midterm',
      attempts_number: 3,
      passing_score: 70,
      questions_count: 5,
      questions: HAZMAT_QUESTIONS,
    },
    {
      kind: 'module',
      title: 'Protective equipment',
      items: [
        {
          kind: 'text',
          title: 'Levels A to D',
          text: '<p>From the fully encapsulating suit to coveralls: what each level protects from, and what it costs you in heat, sight and time.</p>',
        },
      ],
    },
    {
      kind: 'exam',
      title: 'Final exam',
      attempts_number: 3,
      passing_score: 70,
      time_limit_minutes: 20,
      questions: HAZMAT_QUESTIONS,
    },
  ],
}

/** The courses of the core portal, in the order in which they are made. */
export const CORE_COURSES: readonly DemoCourse[] = [
  simple({
    title: 'Bloodborne Pathogens',
    cover: 'bloodborne',
    meta_description: 'Exposure control, universal precautions and what to do after contact.',
    duration_minutes: 60,
    prices: [
      [1, 24.95],
      [10, 19.95],
    ],
    categories: ['Health'],
  }),
  simple({
    title: 'First Aid, CPR and AED',
    cover: 'first-aid',
    meta_description: 'The first ten minutes: check, call, compress, shock.',
    duration_minutes: 180,
    assignment: {
      title: 'Emergency plan of your site',
      reqs: '<p>Write who does what in the first ten minutes of an accident on your site: who calls, who helps, who meets the ambulance. Add a sketch of the way in.</p>',
      attempts: 2,
      score: 70,
    },
    prices: [
      [1, 59],
      [10, 49],
    ],
    categories: ['Health'],
  }),
  simple({
    title: 'Stormwater Inspector',
    cover: 'stormwater',
    meta_description: 'Best management practices, inspections and reports under a construction general permit.',
    duration_minutes: 480,
    prices: [[1, 245]],
    categories: ['Environment'],
    outline: [
      {
        kind: 'module',
        title: 'Before the rain',
        items: [
          {
            kind: 'text',
            title: 'What an inspector looks at',
            text: '<h2>Where the water goes</h2><p>Walk the site along the way of the water: from the bare soil over the silt fence to the outfall. Write down what you see, not what the plan says.</p>',
          },
        ],
      },
      { kind: 'cloud-scorm', title: 'A walk around the site' },
      {
        kind: 'exam',
        title: 'Exam',
        attempts_number: 3,
        passing_score: 70,
        questions_count: 3,
        questions: HAZMAT_QUESTIONS.slice(2, 7),
      },
    ],
  }),
  simple({
    title: 'Fire Watch and Hot Work',
    cover: 'fire',
    meta_description: 'Permits, fire watch and the half hour after the last spark.',
    duration_minutes: 90,
    prices: [
      [1, 39],
      [5, 34],
    ],
    categories: ['Construction'],
  }),
  simple({
    title: 'Electrical Safety and Lockout/Tagout',
    cover: 'electrical',
    meta_description: 'Control of hazardous energy for authorized and affected employees.',
    duration_minutes: 120,
    prices: [
      [1, 49],
      [5, 42],
      [50, 29],
    ],
    categories: ['Electrical'],
  }),
  simple({
    title: 'Forklift Operator Certification',
    cover: 'forklift',
    meta_description: 'Classroom part of the powered industrial truck certification.',
    duration_minutes: 150,
    prices: [
      [1, 69],
      [5, 59],
    ],
    categories: ['Construction'],
  }),
  simple({
    title: 'OSHA 10-Hour Construction',
    cover: 'osha-10',
    meta_description: 'Entry-level awareness of the hazards on a construction site.',
    duration_minutes: 600,
    prices: [
      [1, 79],
      [10, 69],
      [50, 59],
    ],
    categories: ['Construction'],
  }),
  simple({
    title: '8-Hour HAZWOPER Refresher',
    cover: 'hazwoper-8',
    meta_description: 'The yearly refresher for everyone with a HAZWOPER certificate.',
    duration_minutes: 480,
    valid_months: 12,
    prices: [
      [1, 65],
      [5, 55],
      [25, 45],
    ],
    categories: ['Hazardous materials'],
  }),
  HAZWOPER,
  LADDER,
  simple({
    title: 'New Supervisor Essentials',
    cover: 'supervisor',
    meta_description: 'From colleague to boss: the first hundred days.',
    duration_minutes: 240,
    prices: [[1, 120]],
    categories: ['Leadership'],
    publication_status: PUBLICATION.coming_soon,
  }),
  simple({
    title: 'Spill Response Basics',
    cover: 'spill',
    meta_description: 'Recognize, report, contain. Being written.',
    duration_minutes: 60,
    prices: [[1, 35]],
    categories: ['Environment'],
    publication_status: PUBLICATION.draft,
  }),
]

export const DEMO_BUNDLES = [
  {
    title: 'HAZWOPER Complete',
    cover: 'hazwoper-40',
    price: 460,
    discount_price: 399,
    courses: ['40-Hour HAZWOPER Training', '8-Hour HAZWOPER Refresher'],
  },
  {
    title: 'Site Starter Kit',
    cover: 'osha-10',
    price: 132.95,
    discount_price: 109,
    courses: ['OSHA 10-Hour Construction', 'Ladder Safety', 'Bloodborne Pathogens'],
  },
  {
    title: 'Warehouse Ready',
    cover: 'forklift',
    price: 128,
    discount_price: null,
    courses: ['Forklift Operator Certification', 'First Aid, CPR and AED'],
  },
] as const
