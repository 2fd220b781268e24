import { type AnyBlock, mapBlocks } from './blocks.ts'
import { templateParts } from './templates.ts'

const { block, heading, text, icon, buttons, section } = templateParts

/** A drawing of ours that a page shows; its blocks name it as `art:` and its key until the drawing is stored. */
export type StartingArt = { subject: string; title: string }

type StartingPage = {
  slug: string
  title: string
  button_name: string
  meta_description: string
  blocks: readonly AnyBlock[]
}

/** A complete site to start from: its colors, pages, and questions with answers (PRT-121). */
export type StartingPoint = {
  key: string
  label: string
  text: string
  colors: { primary_color: string; secondary_color: string; footer_header_color: string; footer_color: string }
  art: Record<'hero' | 'about', StartingArt>
  pages: readonly StartingPage[]
  questions: readonly { question: string; answer: string }[]
}

type Card = readonly [icon: string, title: string, words: string]

type Story = {
  /** The button that leads to the courses. */
  courses: readonly [label: string, href: string]
  tone: string
  pattern: string
  chips: readonly string[]
  headline: string
  lead: string
  why: string
  reasons: readonly [Card, Card, Card]
  how: string
  steps: readonly [title: string, words: string][]
  call: string
  about: { lead: string; story: readonly string[]; values: readonly [Card, Card, Card] }
  contact: string
  /** What to say when one calls or writes. */
  reach: string
}

const picture = (key: string, { title }: StartingArt) =>
  block('Image', { src: `art:${key}`, alt: title, width: 1280, height: 720 })
const card = ([name, title, words]: Card) => [icon(name), heading(`<h3>${title}</h3>`), text(`<p>${words}</p>`)]
/** Both sections are white, so they read as one. */
const cards = (title: string, [one, two, three]: readonly [Card, Card, Card]) => [
  section('1', { tone: 'surface' }, [heading(`<h2>${title}</h2>`, 'center')]),
  section('3', { tone: 'surface', has_cards: true }, card(one), card(two), card(three)),
]
const call = (words: string, [label, href]: Story['courses']) =>
  section('1', { tone: 'brand', align: 'center' }, [
    heading(`<h2>${words}</h2>`, 'center'),
    buttons(
      [
        [label, href],
        ['Contact us', '/contact-us', 'outline'],
      ],
      'center',
    ),
  ])
const top = (title: string, words: string) =>
  section('1', { tone: 'soft', room: 'medium' }, [heading(`<h1>${title}</h1>`), text(`<p>${words}</p>`)])

const pagesOf = (story: Story, art: StartingPoint['art']): StartingPage[] => [
  {
    slug: 'home',
    title: 'Home',
    button_name: 'Home',
    meta_description: story.lead,
    blocks: [
      section(
        '6-4',
        { tone: story.tone, pattern: story.pattern, room: 'large', align: 'center' },
        [
          block('Chip', { items: story.chips.map((label) => ({ label, link: null })) }),
          heading(`<h1>${story.headline}</h1>`),
          text(`<p>${story.lead}</p>`),
          buttons([story.courses, ['Contact us', '/contact-us', 'outline']]),
        ],
        [picture('hero', art.hero)],
      ),
      ...cards(story.why, story.reasons),
      section(
        '2',
        { align: 'center' },
        [picture('about', art.about)],
        [
          heading(`<h2>${story.how}</h2>`),
          text(
            `<ol>${story.steps.map(([title, words]) => `<li><strong>${title}</strong> ${words}</li>`).join('')}</ol>`,
          ),
          buttons([['About us', '/about-us', 'outline']]),
        ],
      ),
      section('1', { tone: 'surface' }, [block('Faqs')]),
      call(story.call, story.courses),
    ],
  },
  {
    slug: 'about-us',
    title: 'About us',
    button_name: 'About us',
    meta_description: story.about.lead,
    blocks: [
      top('About {portal_name}', story.about.lead),
      section(
        '2',
        { align: 'center' },
        [heading('<h2>What we do</h2>'), text(story.about.story.map((words) => `<p>${words}</p>`).join(''))],
        [picture('about', art.about)],
      ),
      ...cards('What we stand for', story.about.values),
      call(story.call, story.courses),
    ],
  },
  {
    slug: 'contact-us',
    title: 'Contact us',
    button_name: 'Contact us',
    meta_description: story.contact,
    blocks: [
      top('Contact us', story.contact),
      section(
        '3',
        { has_cards: true },
        [
          icon('phone'),
          heading('<h2>Reach us</h2>'),
          // What the portal has not entered yet shows as nothing.
          text(`<p>${story.reach}</p><p>{support_phone}</p><p>{support_email}</p>`),
        ],
        [
          icon('help'),
          heading('<h2>Questions about a course</h2>'),
          text('<p>Ask in the course itself. The answer stays there for everyone who takes it.</p>'),
          buttons([['My courses', '/courses', 'outline']]),
        ],
        [
          icon('list'),
          heading('<h2>Quick answers</h2>'),
          text('<p>How to start, when certificates arrive, and more.</p>'),
          buttons([['All questions', '/faq', 'outline']]),
        ],
      ),
      section('1', { tone: 'surface' }, [block('Faqs')]),
    ],
  },
]

const START = {
  question: 'How do I start a course?',
  answer:
    '<p>Sign in, open <strong>My courses</strong> and choose the course. You can stop at any point and pick up where you left off.</p>',
}
const CERTIFICATE = {
  question: 'When do I get my certificate?',
  answer:
    '<p>As soon as you pass. You find it under <strong>Certificates</strong>, and you can print it or save it as a PDF.</p>',
}
const PHONE = {
  question: 'Can I learn on my phone?',
  answer: '<p>Yes. Courses run in the browser of any phone, tablet or computer. There is nothing to install.</p>',
}

const TRADES_ART = {
  hero: { subject: 'construction', title: 'A crane above a construction site' },
  about: { subject: 'forklift', title: 'A forklift in a warehouse' },
}
const SCHOOL_ART = {
  hero: { subject: 'leadership', title: 'A path to the top of a mountain' },
  about: { subject: 'healthcare', title: 'A heartbeat and a medical cross' },
}
const ACADEMY_ART = {
  hero: { subject: 'leadership', title: 'A marked path up a mountain at sunrise' },
  about: { subject: 'environment', title: 'A young plant in front of hills and the sun' },
}

/** The sites that a new portal can start from. */
export const STARTING_POINTS: readonly StartingPoint[] = [
  {
    key: 'trades',
    label: 'Trades training',
    text: 'Bold and direct, for safety and certification courses.',
    colors: {
      primary_color: '#b3420a',
      secondary_color: '#1f4e79',
      footer_header_color: '#1b2530',
      footer_color: '#12181f',
    },
    art: TRADES_ART,
    pages: pagesOf(
      {
        courses: ['See all courses', '/courses'],
        tone: 'dark',
        pattern: 'stripes',
        chips: ['Construction', 'Warehousing', 'Maintenance'],
        headline: 'Safety training your crew will finish',
        lead: 'Online courses for people who work with their hands: clear lessons, fair exams, and certificates you can show on site.',
        why: 'Made for working crews',
        reasons: [
          ['clock', 'Fits around the shift', 'Lessons are short, and people pick up where they left off.'],
          ['certificate', 'Proof in your pocket', 'The certificate is ready the moment a course is passed.'],
          ['users', 'One list for the whole crew', 'Supervisors see who is trained, who is due and who is not.'],
        ],
        how: 'From sign-up to certificate',
        steps: [
          ['Pick a course.', 'Buy one seat or seats for the whole crew.'],
          ['Learn on any device.', 'At home, in the office or in the truck.'],
          ['Pass the exam.', 'Go back to the lessons when you need to.'],
          ['Show your certificate.', 'Anyone can check that it is real.'],
        ],
        call: 'Ready to get your crew trained?',
        about: {
          lead: 'We train the people who build, move and maintain things.',
          story: [
            'Our courses are written in plain words. They show how a job is done safely, and why the rule behind it exists.',
            'Employers get records that hold up: who took which course, when, and with what result.',
          ],
          values: [
            ['shield', 'Safety first', 'Every lesson starts from what can go wrong on the job.'],
            ['check', 'Clear rules', 'You always know what is required, and what comes next.'],
            ['message', 'People who answer', 'Ask a question in the course, and an instructor replies.'],
          ],
        },
        contact: 'Ask about a course, seats for your crew, or a certificate.',
        reach: 'Tell us how many people you want to train, and by when.',
      },
      TRADES_ART,
    ),
    questions: [
      START,
      CERTIFICATE,
      {
        question: 'Can I buy seats for my crew?',
        answer:
          '<p>Yes. Choose how many seats you need on the page of the course, then give them to your people by e-mail.</p>',
      },
      PHONE,
    ],
  },
  {
    key: 'school',
    label: 'Continuing education',
    text: 'Light and friendly, for licensed professionals.',
    colors: {
      primary_color: '#0f6b62',
      secondary_color: '#8a3ffc',
      footer_header_color: '#ffffff',
      footer_color: '#0d2f2c',
    },
    art: SCHOOL_ART,
    pages: pagesOf(
      {
        courses: ['See all courses', '/courses'],
        tone: 'soft',
        pattern: 'glow',
        chips: ['License renewal', 'Ethics', 'New methods'],
        headline: 'Continuing education without the stress',
        lead: 'Courses for licensed professionals: learn at your own pace, keep your hours in one place, and renew on time.',
        why: 'Renewal made simple',
        reasons: [
          ['calendar', 'On your schedule', 'Start today and finish when it suits you. Nothing gets lost.'],
          ['list', 'Your hours in one place', 'See every course you took and every certificate you earned.'],
          ['school', 'Taught by practitioners', 'Lessons come from people who know the work.'],
        ],
        how: 'Four steps to your next renewal',
        steps: [
          ['Find your course.', 'Search by subject, state or agency.'],
          ['Learn at your pace.', 'On a computer, a tablet or a phone.'],
          ['Pass the exam.', 'See your result right away.'],
          ['Keep your certificate.', 'Download it whenever you need it.'],
        ],
        call: 'Your next renewal starts here',
        about: {
          lead: 'We help professionals keep what they know current, and their licenses with it.',
          story: [
            'Rules change and methods improve. Our courses explain what is new and what it means for your daily work.',
            'We keep the paperwork light: hours and certificates are recorded as you learn.',
          ],
          values: [
            ['book', 'Worth your time', 'Every hour teaches something you can use.'],
            ['check', 'Honest descriptions', 'A course page says what is covered and who accepts it.'],
            ['help', 'Help when you need it', 'Write to us, and a person answers.'],
          ],
        },
        contact: 'Ask about a course, your hours, or a certificate.',
        reach: 'Tell us your profession, your state, and when you have to renew.',
      },
      SCHOOL_ART,
    ),
    questions: [
      START,
      CERTIFICATE,
      {
        question: 'Will my board accept the course?',
        answer:
          '<p>The page of each course lists who accepts it. If yours is not there, ask your board before you enroll.</p>',
      },
      PHONE,
    ],
  },
  {
    key: 'academy',
    label: 'Company academy',
    text: 'Calm and clear, for training inside a company.',
    colors: {
      primary_color: '#2d3e8f',
      secondary_color: '#b8570b',
      footer_header_color: '#ffffff',
      footer_color: '#161d3f',
    },
    art: ACADEMY_ART,
    pages: pagesOf(
      {
        courses: ['My courses', '/courses'],
        tone: 'brand',
        pattern: 'grid',
        chips: ['Onboarding', 'Compliance', 'Skills'],
        headline: 'Learning that moves the company forward',
        lead: 'One place for everything our people need to know: onboarding, required training, and skills for the next step.',
        why: 'What you find here',
        reasons: [
          ['play', 'A clear start', 'New colleagues see what to learn first, and what comes after.'],
          ['shield', 'Required training', 'Due dates are in view, and reminders arrive in time.'],
          ['star', 'Room to grow', 'Pick up skills for the job you want next.'],
        ],
        how: 'How it works',
        steps: [
          ['Sign in.', 'Use the link in your invitation.'],
          ['Open your courses.', 'The most urgent one comes first.'],
          ['Learn in small steps.', 'Stop at any point and pick up later.'],
          ['See your progress.', 'So does your manager, so nobody has to ask.'],
        ],
        call: 'Pick up where you left off',
        about: {
          lead: 'The academy is where our people learn, and where managers see that training is done.',
          story: [
            'Courses cover how we work, what the law asks of us, and skills that help in the job.',
            'Records stay in one place, so an audit is a matter of minutes.',
          ],
          values: [
            ['users', 'For everyone', 'From the first day to the next role.'],
            ['clock', 'Respect for time', 'Short lessons, and no repeats of what you already passed.'],
            ['message', 'Open to questions', 'Ask in the course, and someone who knows replies.'],
          ],
        },
        contact: 'Ask the training team about courses, due dates, or your records.',
        reach: 'Tell us your department and the course you are asking about.',
      },
      ACADEMY_ART,
    ),
    questions: [
      START,
      CERTIFICATE,
      {
        question: 'Who sees my results?',
        answer: '<p>You do, and so do the people who are responsible for training at your company.</p>',
      },
      PHONE,
    ],
  },
]

/** Blocks with their drawings in place, and with ids. */
export const withArt = (
  blocks: readonly AnyBlock[],
  addressOf: (key: string) => string,
  newId: () => string,
): AnyBlock[] =>
  mapBlocks(blocks, (each) => {
    const src = each.props['src']
    const props = { ...each.props, id: newId() }
    return [
      {
        ...each,
        props: typeof src === 'string' && src.startsWith('art:') ? { ...props, src: addressOf(src.slice(4)) } : props,
      },
    ]
  })
