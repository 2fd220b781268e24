import { type Drawing, HEIGHT, hashOf, type Palette, randomOf, rect, ring, times, WIDTH } from './covers/canvas.ts'
import { environment, firstAid, healthcare, leadership, plain } from './covers/people.ts'
import { construction, electrical, fire, forklift, hazmat } from './covers/work.ts'

export const COVER_SUBJECTS = [
  'hazmat',
  'construction',
  'electrical',
  'healthcare',
  'environment',
  'leadership',
  'forklift',
  'fire',
  'first-aid',
  'default',
] as const
export type CoverSubject = (typeof COVER_SUBJECTS)[number]

const palette = (sky: string, ground: string, deep: string, mid: string, bright: string, pale: string): Palette => ({
  sky,
  ground,
  deep,
  mid,
  bright,
  pale,
})

/** Each subject's drawing and the moods it comes in. */
const SUBJECTS: Record<CoverSubject, { draw: Drawing; palettes: Palette[] }> = {
  hazmat: {
    draw: hazmat,
    palettes: [
      palette('#f7d9a0', '#efb65c', '#2b2a33', '#c77b28', '#e4572e', '#fff6e3'),
      palette('#cfd9d6', '#94b0ab', '#1f3136', '#4f7a78', '#f0a22e', '#fbf7ea'),
    ],
  },
  construction: {
    draw: construction,
    palettes: [
      palette('#dfe9f2', '#a9c4dc', '#1e3348', '#5f86a8', '#f2a33a', '#fffaf0'),
      palette('#fbe3d2', '#efb894', '#3c2a3a', '#b56a52', '#f7c548', '#fff6ec'),
    ],
  },
  electrical: {
    draw: electrical,
    palettes: [
      palette('#1d2f55', '#16213e', '#0d1630', '#4d74c9', '#ffd166', '#cfe0ff'),
      palette('#12474a', '#0c3336', '#072325', '#3f9a93', '#ffcf5c', '#d3f3ea'),
    ],
  },
  healthcare: {
    draw: healthcare,
    palettes: [
      palette('#d8eef0', '#a7d3d6', '#114b5f', '#3c93a0', '#e4576b', '#ffffff'),
      palette('#e5e8f8', '#bcc6ec', '#2b3a74', '#6d80cc', '#ee6c6c', '#ffffff'),
    ],
  },
  environment: {
    draw: environment,
    palettes: [
      palette('#e3f0d8', '#b5d5a7', '#1f4d3a', '#5f9a6c', '#f4b942', '#fbf9e4'),
      palette('#d5ebe6', '#97c9bd', '#17454b', '#4a928c', '#f08a4b', '#fdf6e3'),
    ],
  },
  leadership: {
    draw: leadership,
    palettes: [
      palette('#e6e2f3', '#bdb5df', '#332e5c', '#7a70b3', '#f3a65a', '#fffaf3'),
      palette('#dce7ee', '#a5bfd0', '#23394d', '#648aa6', '#ef8354', '#fdfbf5'),
    ],
  },
  forklift: {
    draw: forklift,
    palettes: [
      palette('#e9ece4', '#c3cbb9', '#2b3330', '#8b8f6f', '#f0a01f', '#fdf3d8'),
      palette('#dfe7ec', '#b1c3ce', '#25323d', '#72899a', '#f26b3a', '#fbeedd'),
    ],
  },
  fire: {
    draw: fire,
    palettes: [
      palette('#3a1f2b', '#241521', '#170d16', '#d1422f', '#f58a2c', '#ffd97a'),
      palette('#fde3cf', '#f6b78e', '#4a1f24', '#d9482f', '#f7982f', '#ffe9a8'),
    ],
  },
  'first-aid': {
    draw: firstAid,
    palettes: [
      palette('#fbe4e2', '#f3b9b4', '#5a2230', '#e08a80', '#d8404a', '#fffaf8'),
      palette('#dcefe6', '#a9d5c1', '#174a3c', '#7cb8a0', '#2f9e78', '#fbfffc'),
    ],
  },
  default: {
    draw: plain,
    palettes: [
      palette('#e4ebf5', '#b9c9e2', '#22355c', '#5d7fb8', '#ef9a4c', '#fffaf0'),
      palette('#efe7dc', '#d6c3aa', '#3b3030', '#a8785a', '#3f8f8a', '#fff9ef'),
      palette('#e2f0ee', '#acd3cf', '#1f4448', '#5b9e9b', '#f0875c', '#fbfdf6'),
    ],
  },
}

// Control characters are not allowed in XML, not even as references.
const escapeText = (text: string) =>
  text.replace(/[&<>"']/g, (character) => `&#${character.codePointAt(0)};`).replace(/\p{Cc}|[\ufffe\uffff]/gu, ' ')

export type CoverInput = {
  /** Becomes the drawing's title for screen readers, and makes covers of one subject differ. */
  title: string
  /** Anything unknown gets the default drawing. */
  subject: string
  seed?: string | number
}

/**
 * A cover picture as SVG text, 640 by 360: the same input gives the same bytes everywhere. Holds no fonts, scripts or
 * outside addresses, so that it can be stored and served as a file.
 */
export const coverSvg = ({ title, subject, seed = '' }: CoverInput): string => {
  const known = (COVER_SUBJECTS as readonly string[]).includes(subject) ? (subject as CoverSubject) : 'default'
  const hash = hashOf(`${known}|${title}|${seed}`)
  const random = randomOf(hash)
  const { draw, palettes } = SUBJECTS[known]
  const colors = random.pick(palettes)
  const id = `cover-${hash.toString(36)}`
  const halo = { x: random.between(60, 240), y: random.between(20, 120) }
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${HEIGHT}" width="${WIDTH}" height="${HEIGHT}" role="img">`,
    `<title>${escapeText(title)}</title>`,
    `<defs><linearGradient id="${id}" x1="0" y1="0" x2="0.35" y2="1"><stop stop-color="${colors.sky}"/><stop offset="1" stop-color="${colors.ground}"/></linearGradient></defs>`,
    rect(0, 0, WIDTH, HEIGHT, `url(#${id})`),
    times(4, (at) => ring(halo.x, halo.y, 90 + at * 62, colors.pale, 1.5, { opacity: 0.34 - at * 0.07 })),
    draw(random, colors),
    '</svg>',
  ].join('')
}
