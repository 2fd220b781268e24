import { kindOf } from './block-kinds.ts'
import type { AnyBlock, Layout } from './blocks.ts'

/** A page or a section to begin with; its blocks get ids when it is put on a page. */
export type Template = { key: string; label: string; text: string; blocks: readonly AnyBlock[] }

const block = (type: string, props: Record<string, unknown> = {}): AnyBlock => ({
  type,
  props: { ...kindOf(type)?.fresh, visibility: 'all', ...props, id: '' },
})
const heading = (html: string, align = 'left') => block('Heading', { html, align })
const text = (html: string, align = 'left') => block('EditorText', { mode: 'full', html, align })
const icon = (name: string, align = 'left') => block('Icon', { icon: name, align })
const link = (href: string) => ({ href, target: 'current', follow: 'dofollow' })
const buttons = (items: readonly (readonly [label: string, href: string, look?: string])[], align = 'left') =>
  block('Buttons', {
    items: items.map(([label, href, look = 'primary']) => ({ label, look, link: link(href) })),
    align,
  })
const section = (layout: Layout, props: Record<string, unknown>, ...columns: readonly AnyBlock[][]): AnyBlock =>
  block('Section', {
    layout,
    ...props,
    ...Object.fromEntries(columns.map((blocks, at) => [`column_${at + 1}`, blocks])),
  })

/** What ready-made blocks are put together from. */
export const templateParts = { block, heading, text, icon, link, buttons, section }

const OPENING = section(
  '6-4',
  { tone: 'soft', room: 'large', align: 'center', pattern: 'glow' },
  [
    heading('<h1>Training your crew can finish</h1>'),
    text('<p>Say in one or two sentences who the training is for and what people can do afterward.</p>'),
    buttons([
      ['See all courses', '/courses'],
      ['Talk to us', '/contact-us', 'outline'],
    ]),
  ],
  [block('Image')],
)
const ADVANTAGES = section(
  '3',
  { has_cards: true },
  [
    icon('certificate'),
    heading('<h3>Accepted certificates</h3>'),
    text('<p>Say which agencies accept your certificates.</p>'),
  ],
  [icon('clock'), heading('<h3>At your own pace</h3>'), text('<p>Say how people can pause and go on.</p>')],
  [icon('users'), heading('<h3>Made for teams</h3>'), text('<p>Say how managers see who is trained.</p>')],
)
const TEXT_AND_PICTURE = section(
  '2',
  { align: 'center' },
  [heading('<h2>What makes us different</h2>'), text('<p>Tell it in a few short paragraphs.</p>')],
  [block('Image')],
)
const CALL = section('1', { tone: 'brand', align: 'center' }, [
  heading('<h2>Ready to train your team?</h2>', 'center'),
  buttons([['Get started', '/courses']], 'center'),
])
const ABOVE_ADVANTAGES = section('1', { room: 'small' }, [heading('<h2>What your people get</h2>', 'center')])
const COURSES = section('1', {}, [block('CoursesCollection', { number: 6 })])
const QUESTIONS = section('1', { tone: 'surface' }, [block('Faqs')])
const ARTICLES = section('1', {}, [block('BlogCollection')])
const CONTACT = section(
  '2',
  {},
  [icon('phone'), heading('<h2>Call us</h2>'), text('<p>{support_phone}</p><p>Monday to Friday, 8 AM to 5 PM.</p>')],
  [icon('mail'), heading('<h2>Write to us</h2>'), text('<p>{support_email}</p>')],
)

export const SECTION_TEMPLATES: readonly Template[] = [
  { key: 'opening', label: 'Opening', text: 'A headline, two buttons and a picture', blocks: [OPENING] },
  { key: 'advantages', label: 'Three advantages', text: 'Cards with icons', blocks: [ADVANTAGES] },
  { key: 'text-picture', label: 'Text and picture', text: 'Side by side', blocks: [TEXT_AND_PICTURE] },
  { key: 'call', label: 'Call to action', text: 'A headline and one button', blocks: [CALL] },
  { key: 'courses', label: 'Courses', text: 'Six popular courses', blocks: [COURSES] },
  { key: 'questions', label: 'Questions and answers', text: 'From your FAQ', blocks: [QUESTIONS] },
  { key: 'articles', label: 'Articles', text: 'The newest of your blog', blocks: [ARTICLES] },
  { key: 'contact', label: 'Contact', text: 'Phone and e-mail', blocks: [CONTACT] },
]

/** What a portal without a home page is shown with where its look is edited. */
export const SAMPLE_HOME: readonly AnyBlock[] = [
  section(
    '6-4',
    { tone: 'soft', room: 'large', align: 'center', pattern: 'glow' },
    [
      block('Chip', { items: ['OSHA', 'Forklift', 'First aid'].map((label) => ({ label, link: null })) }),
      heading('<h1>Safety training your crew finishes</h1>'),
      text(
        '<p>Short lessons on any phone, <a href="/courses">accepted certificates</a>, and one place to see who is trained.</p>',
      ),
      buttons([
        ['See all courses', '/courses'],
        ['Talk to us', '/contact-us', 'outline'],
      ]),
    ],
    [block('Icon', { icon: 'shield', size: 'lg', align: 'center' })],
  ),
  section('1', { room: 'small' }, [heading('<h2>Why crews train with us</h2>', 'center')]),
  section(
    '3',
    { has_cards: true },
    [
      icon('certificate'),
      heading('<h3>Certificates that count</h3>'),
      text('<p>Issued the moment a course is passed.</p>'),
    ],
    [
      icon('clock'),
      heading('<h3>At your own pace</h3>'),
      text('<p>Stop at any point and pick up where you left off.</p>'),
    ],
    [icon('users'), heading('<h3>Made for teams</h3>'), text('<p>Managers see who is trained and who is due.</p>')],
  ),
  CALL,
]

const titled = (title: string, words: string) =>
  section('1', { tone: 'soft', room: 'large' }, [heading(`<h1>${title}</h1>`), text(`<p>${words}</p>`)])

export const PAGE_TEMPLATES: readonly Template[] = [
  { key: 'blank', label: 'Blank page', text: 'Nothing on it yet', blocks: [] },
  {
    key: 'landing',
    label: 'Landing page',
    text: 'Opening, advantages, courses, questions and a call to action',
    blocks: [OPENING, ABOVE_ADVANTAGES, ADVANTAGES, COURSES, QUESTIONS, CALL],
  },
  {
    key: 'about',
    label: 'About us',
    text: 'Who you are, in text and pictures',
    blocks: [titled('About {portal_name}', 'Say in one sentence who you are.'), TEXT_AND_PICTURE, ADVANTAGES, CALL],
  },
  {
    key: 'contact',
    label: 'Contact',
    text: 'Phone, e-mail and questions',
    blocks: [titled('Contact us', 'We answer within one business day.'), CONTACT, QUESTIONS],
  },
]
