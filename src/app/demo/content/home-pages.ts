import { blockMaker } from './blocks.ts'

type Pictures = Record<string, string>

/** Trade training: the site, the subjects, the credits. */
export const tradeHome = (pictures: Pictures, promoButtons: readonly number[]) => {
  const m = blockMaker('home')
  return [
    m.section(
      { layout: '6-4', tone: 'dark', pattern: 'stripes', room: 'large', align: 'center' },
      [
        m.heading('<h1>Training that people finish, and certificates that count</h1>'),
        m.text(
          '<p>HAZWOPER, OSHA, lockout, forklifts, first aid: for one person or a whole crew. Start in a minute, learn between two shifts, keep every record in one place.</p>',
        ),
        m.buttons([
          ['See all courses', '/course'],
          ['Training a crew?', '/#crews', 'outline'],
        ]),
      ],
      [m.picture(pictures['hazwoper-40'] ?? '', '')],
    ),
    m.section({ tone: 'plain', room: 'small' }, [
      m.chips(
        [
          ['Hazardous materials', '/training-courses/hazardous-materials'],
          ['Construction', '/training-courses/construction'],
          ['Electrical', '/training-courses/electrical'],
          ['Health', '/training-courses/health'],
          ['Environment', '/training-courses/environment'],
          ['Leadership', '/training-courses/leadership'],
        ],
        'center',
      ),
    ]),
    m.section({ room: 'small' }, [
      m.block('CoursesCollection', {
        title: 'Most popular courses',
        text: 'What people and companies choose first.',
        sort: '-popularity',
        number: 4,
      }),
    ]),
    m.section({ tone: 'surface' }, [m.heading('<h2>How it works</h2>')]),
    m.section(
      { tone: 'surface', room: 'small' },
      [
        m.icon('book'),
        m.heading('<h3>Choose a course</h3>'),
        m.text(
          '<p>By subject, state or agency. The price for your quantity stands on every course before you sign up for anything.</p>',
        ),
      ],
      [
        m.icon('users'),
        m.heading('<h3>Learn, or give it to your people</h3>'),
        m.text('<p>One seat starts at once. Several become credits that you hand out, one for each learner.</p>'),
      ],
      [
        m.icon('certificate'),
        m.heading('<h3>Finish with a certificate</h3>'),
        m.text('<p>Progress is kept wherever you stop. The certificate has a number that anybody can check.</p>'),
      ],
    ),
    m.section({}, [
      m.block('BundlesCollection', {
        title: 'Bundles',
        text: 'Courses that belong together, at one price.',
        number: 3,
      }),
    ]),
    m.section(
      { tone: 'brand', pattern: 'glow', layout: '6-4', align: 'center', anchor: 'crews' },
      [
        m.heading('<h2>Training a crew?</h2>'),
        m.text(
          '<p>Buy as many seats as you need: the more, the lower the price of each. Give them out by name, and see who has finished before the audit does.</p>',
        ),
      ],
      [m.buttons([['See prices for teams', '/bundles']]), m.block('PromoButtons', { promo_button_ids: promoButtons })],
    ),
    m.section({}, [
      m.block('BlogCollection', { title: 'From the field', text: 'What the rules ask for, and what works.' }),
    ]),
    m.section({ tone: 'surface' }, [m.block('Faqs', { title: 'Before you ask', text: '', number: 4 })]),
    m.section({}, [
      m.block('States', { title: 'Training in your state', text: 'Hours and licenses differ. Start with yours.' }),
    ]),
  ]
}

/** Continuing education: calm, by profession and organization, with the hours in sight. */
export const educationHome = () => {
  const m = blockMaker('home')
  return [
    m.section({ tone: 'soft', pattern: 'grid', room: 'large' }, [
      m.heading('<h1>Your license renews.<br>Your week stays yours.</h1>', 'center'),
      m.text(
        '<p>Continuing education for engineers, operators and building professionals. Each course says who accepts it and how many hours it gives.</p>',
        'center',
      ),
      m.buttons(
        [
          ['Find your organization', '/ce'],
          ['Browse by state', '/united-states', 'outline'],
        ],
        'center',
      ),
      m.chips(
        [
          ['Professional engineers', '/training-courses/engineering'],
          ['Water operators', '/training-courses/water'],
          ['Building and energy', '/training-courses/building'],
          ['Ethics and law', '/training-courses/ethics'],
        ],
        'center',
      ),
    ]),
    m.section(
      { has_cards: true },
      [
        m.icon('clock'),
        m.heading('<h2>Hours you can count on</h2>'),
        m.text('<p>One hour of learning is one hour of credit, named by organization before you pay.</p>'),
      ],
      [
        m.icon('certificate'),
        m.heading('<h2>Reported for you</h2>'),
        m.text('<p>Where an organization takes completions from providers, we send yours the same day.</p>'),
      ],
      [
        m.icon('calendar'),
        m.heading('<h2>Reminded in time</h2>'),
        m.text('<p>Certificates know when they expire and tell you early enough to renew without hurry.</p>'),
      ],
      [
        m.icon('school'),
        m.heading('<h2>Taught by practitioners</h2>'),
        m.text('<p>Every author holds the license that the course renews.</p>'),
      ],
    ),
    m.section({ tone: 'surface' }, [
      m.block('CoursesCollection', {
        title: 'Courses with hours',
        text: 'Newest first.',
        sort: '-id',
        number: 5,
        layout: 'list',
      }),
    ]),
    m.section(
      { layout: '4-6', align: 'center' },
      [
        m.heading('<h2>What members say</h2>'),
        m.text('<p>From renewals of the last two years. Call {support_phone} and talk to the same people.</p>'),
      ],
      [
        m.block('Carousel', {
          label: 'What members say',
          slides: [
            {
              title: 'Nine hours, three evenings',
              text: '“I expected slides. I got a course that asked me questions I had to think about.” R. Okafor, PE',
            },
            {
              title: 'Accepted without a question',
              text: '“The board wanted the outline and the hours. Both were on the certificate.” M. Lindqvist, Class B operator',
            },
            {
              title: 'Eleven of us at once',
              text: '“We renewed the whole office from one account, each under our own name.” T. Abara, office manager',
            },
          ],
        }),
      ],
    ),
    m.section({ tone: 'soft' }, [m.block('Faqs', { title: 'About hours and renewals', text: '', number: 3 })]),
    m.section({}, [m.block('BlogCollection', { title: 'Worth knowing', text: '' })]),
  ]
}

/** A small reseller: who we are, three courses, one phone number. */
export const resellerHome = (pictures: Pictures) => {
  const m = blockMaker('home')
  return [
    m.section(
      { layout: '4-6', tone: 'brand', pattern: 'glow', room: 'medium', align: 'center' },
      [
        m.heading('<h1>First day on site? Start safe.</h1>'),
        m.text(
          '<p>Three courses that every Texas crew asks for, from people in Austin who pick up the phone: {support_phone}.</p>',
        ),
        m.buttons([['Book OSHA 10 today', '/course/osha-10-hour-construction']]),
      ],
      [m.picture(pictures['osha-10'] ?? '', '')],
    ),
    m.section({ room: 'small' }, [
      m.block('Alert', {
        tone: 'info',
        title: 'Five seats or more?',
        text: 'Write to {support_email} and your crew gets one bill and a list of who has finished.',
      }),
    ]),
    m.section(
      { tone: 'accent', layout: '2' },
      [
        m.heading('<h2>Why a small shop?</h2>'),
        m.text(
          '<ul><li>You talk to the person who answers for your order.</li><li>Certificates the same day, checked by anybody, anywhere.</li><li>Spanish-speaking help on weekdays.</li></ul>',
        ),
      ],
      [m.block('Faqs', { title: 'Asked every week', text: '', number: 3 })],
    ),
  ]
}
