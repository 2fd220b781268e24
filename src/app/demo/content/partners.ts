import { blockMaker } from './blocks.ts'

/** The partner companies of the trade portal, invented like everything else. */
export const DEMO_PARTNERS = [
  {
    company: {
      name: 'Ridgeline Safety Institute',
      address: '410 Summit Street',
      city: 'Boise',
      state: 'ID',
      zip_code: '83702',
      country: 'US',
      url: 'https://ridgeline.example.com',
      phone: '+12175550171',
      meta_description: 'Emergency response and first aid, taught by people who still ride along.',
      about_us:
        '<p>Ridgeline began as the training room of a mountain rescue team. Today its instructors teach emergency response, first aid and forklift work in nine states, and spend every fourth week on duty.</p><p>Courses are short, practical and rewritten each year from what happened in the last one.</p>',
      social_links: [{ name: 'Field diary', address: 'https://ridgeline.example.com/diary' }],
    },
    isPartners: true,
    courses: ['First Aid, CPR and AED', 'Forklift Operator Certification'],
    features: [
      ['users', 'Instructors on duty', 'Anyone who teaches the course has done the work this month.'],
      ['truck', 'We come to you', 'Practice days at your site, with your machines.'],
      ['certificate', 'Proof the same day', 'Certificates are issued when the last learner is done.'],
    ],
    questions: [
      ['Do you train on our site?', '<p>Yes, from eight people on. We bring the dummies, you bring the coffee.</p>'],
      [
        'How many people are in a class?',
        '<p>At most twelve with one instructor, because everybody has to do every step.</p>',
      ],
    ],
    authors: [
      ['Rosa Ridge', '<p>Paramedic and instructor. Wrote the first-aid course after her third season in rescue.</p>'],
      ['Hal Hoist', '<p>Has evaluated more than two thousand forklift operators, and failed his own nephew.</p>'],
    ],
    page: {
      title: 'Practice days at your site',
      meta_description: 'How a day with Ridgeline at your site runs, and what you need for it.',
    },
  },
  {
    company: {
      name: 'Clearwater Compliance Group',
      address: '88 Wharf Lane',
      city: 'Duluth',
      state: 'MN',
      zip_code: '55802',
      country: 'US',
      url: 'https://clearwater.example.com',
      phone: '+12175550172',
      disable_address: true,
      meta_description: 'Stormwater and spill courses from inspectors of both sides.',
      about_us:
        '<p>Two former inspectors and one former plant manager who used to argue about silt fences. Now they write courses about them together.</p>',
      social_links: [],
    },
    isPartners: false,
    courses: ['Stormwater Inspector', 'Spill Response Basics'],
    features: [
      ['list', 'Checklists that hold', 'Every course ends with the sheet you use on the next day.'],
      ['message', 'Answers in a day', 'Questions of learners go to the authors, not to a queue.'],
    ],
    questions: [
      [
        'Are your courses accepted for permits?',
        '<p>The course page names the agencies. For local permits, ask the office that signs yours.</p>',
      ],
    ],
    authors: [
      ['Silas Silt', '<p>Inspected construction sites for fourteen years; knows every way to hide a broken fence.</p>'],
    ],
    page: null,
  },
] as const

/** The page of blocks that a partner has written. */
export const practiceDays = () => {
  const m = blockMaker('practice-days')
  return [
    m.section(
      { layout: '6-4', align: 'center' },
      [
        m.heading('<h2>One day, your machines, your people</h2>'),
        m.text(
          '<p>In the morning everybody does every step once. In the afternoon we do it again with what goes wrong: a wet floor, a blocked aisle, a load that shifts.</p>',
        ),
        m.buttons([['See our courses', '/training-providers/ridgeline-safety-institute']]),
      ],
      [
        m.block('Alert', {
          tone: 'success',
          title: 'What you need',
          text: 'A room for twelve, one machine that can be shut down, and someone who knows the emergency exits.',
        }),
      ],
    ),
    m.section({ tone: 'soft' }, [
      m.block('CoursesCollection', {
        title: 'What you can book',
        text: '',
        number: 4,
        filter: { provider: 'ridgeline-safety-institute' },
      }),
    ]),
  ]
}
