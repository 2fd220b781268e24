import sharp from 'sharp'
import { createRequirement, savePlaces } from '#features/compliance/contract.ts'
import { decideDocument } from '#features/documents/contract.ts'
import { addDays, dayOf } from '#kernel/format/day.ts'
import type { Config } from '#platform/process/config.ts'
import type { App } from '../app.ts'
import { clientOf } from './client.ts'
import type { DemoPortals } from './create-portals.ts'

const PORT = 'Harbor Terminal'
const YARD = 'North Yard'

type Terms = {
  kind: 'course' | 'certificate'
  course: string
  refresher?: string
  title: string
  source?: string
  sites?: string[]
  jobs?: string[]
  valid_months?: number
  grace_days?: number
}

/** What the sites and jobs of the demo require. Everyone else in the portal is asked for nothing. */
const REQUIREMENTS: readonly Terms[] = [
  { kind: 'certificate', course: 'Ladder Safety', title: 'Ladder Safety', sites: [PORT, YARD] },
  {
    kind: 'course',
    course: 'Electrical Safety and Lockout/Tagout',
    title: 'Lockout/Tagout',
    sites: [PORT],
    valid_months: 12,
  },
  {
    kind: 'course',
    course: 'Fire Watch and Hot Work',
    title: 'Fire Watch and Hot Work',
    sites: [PORT, YARD],
    valid_months: 24,
    grace_days: 30,
  },
  {
    kind: 'course',
    course: '40-Hour HAZWOPER Training',
    refresher: '8-Hour HAZWOPER Refresher',
    title: 'HAZWOPER',
    source: '29 CFR 1910.120(e) and (q)',
    jobs: ['Spill responder'],
    valid_months: 12,
    grace_days: 30,
  },
]

const LICENSE = {
  kind: 'license' as const,
  title: 'Crane operator license',
  jobs: ['Crane operator'],
  asks: ['issuer' as const, 'number' as const, 'expiry' as const, 'file' as const],
  hint: 'Take a photo of both sides. Name, number and expiry date have to be legible.',
}
const CLEARANCE = {
  kind: 'document' as const,
  title: 'Medical clearance for respirators',
  sites: [YARD],
  valid_months: 12,
  asks: ['file' as const],
  hint: 'The clinic gives you this form after the examination.',
}

/** A card as a picture, for want of a real one. */
const drawCard = (title: string, lines: readonly string[]): Promise<Buffer> =>
  sharp(
    Buffer.from(
      `<svg xmlns="http://www.w3.org/2000/svg" width="860" height="540"><rect width="860" height="540" rx="36" fill="#eef3f8"/>
        <rect width="860" height="110" rx="36" fill="#1f4e79"/><rect y="60" width="860" height="50" fill="#1f4e79"/>
        <text x="44" y="72" font-family="Inter, sans-serif" font-size="40" font-weight="600" fill="#fff">${title}</text>
        <rect x="44" y="160" width="200" height="250" rx="12" fill="#cbd8e6"/><circle cx="144" cy="250" r="48" fill="#8fa9c4"/>
        <path d="M64 410a80 90 0 0 1 160 0z" fill="#8fa9c4"/>
        ${lines.map((line, at) => `<text x="284" y="${200 + at * 62}" font-family="Inter, sans-serif" font-size="34" fill="#1c2733">${line}</text>`).join('')}
      </svg>`,
    ),
  )
    .png()
    .toBuffer()

type Place = { name: string; days_ago: number; site: string; job: string }

const PLACES: readonly Place[] = [
  { name: 'fay', days_ago: 300, site: PORT, job: 'Maintenance electrician' },
  { name: 'finn', days_ago: 300, site: PORT, job: 'Maintenance electrician' },
  { name: 'otto', days_ago: 400, site: YARD, job: 'Spill responder' },
  { name: 'leo', days_ago: 200, site: YARD, job: 'Spill responder' },
  { name: 'lena', days_ago: 120, site: PORT, job: 'Crane operator' },
  { name: 'bea', days_ago: 90, site: YARD, job: 'Yard hand' },
  // Moved a week ago: new requirements are in their grace.
  { name: 'nia', days_ago: 150, site: 'Office', job: 'Planner' },
  { name: 'nia', days_ago: 7, site: PORT, job: 'Crane operator' },
]

/** Requirements and workplaces with people who are valid, in grace, expired and missing, past days included (CMP-015, CMP-028). */
export const loadCompliance = async (
  app: App,
  config: Config,
  founded: DemoPortals,
  courses: ReadonlyMap<string, { id: number }>,
): Promise<void> => {
  const portal = founded.portals.get('core')
  const idOf = (name: string) => founded.people.get(`${name}@example.com`) ?? 0
  if (!portal) return
  const { api } = await clientOf(app, config, { user_id: idOf('petra'), role: 'portal_admin' }, portal)
  const zone = (await app.resolvers.portalById(portal.id))?.setting.time_zone
  const ago = (days: number) => addDays(dayOf(new Date(), zone ?? 'America/New_York'), -days)
  for (const { course, refresher, ...terms } of REQUIREMENTS) {
    const refresherId = refresher === undefined ? undefined : courses.get(refresher)?.id
    await api.call(createRequirement, {
      body: {
        ...{ ...terms, course_id: courses.get(course)?.id ?? null, from_day: ago(365) },
        refresher_course_ids: refresherId === undefined ? [] : [refresherId],
      },
    })
  }
  for (const { name, days_ago, site, job } of PLACES)
    await api.call(savePlaces, { body: { user_ids: [idOf(name)], from_day: ago(days_ago), site, job } })
  await api.call(savePlaces, {
    body: { user_ids: ['fay', 'finn', 'lena', 'nia'].map(idOf), from_day: ago(7), team_id: idOf('mara') },
  })

  // One license is accepted, another one missing; a clearance waits for somebody to look at it (CMP-028).
  const [license, clearance] = await Promise.all(
    [LICENSE, CLEARANCE].map((body) => api.call(createRequirement, { body: { ...body, from_day: ago(200) } })),
  )
  const uploadAs = async (name: string, values: Record<string, string | number>, card: Buffer, file: string) => {
    const { submit } = await clientOf(app, config, { user_id: idOf(name), role: 'learner' }, portal)
    const form = new FormData()
    for (const [key, value] of Object.entries(values)) form.set(key, String(value))
    form.set('file', new Blob([new Uint8Array(card)], { type: 'image/png' }), file)
    return Number((await submit('/documents', form))['id'])
  }
  const [issued, expires] = [ago(500), ago(-595)]
  const id = await uploadAs(
    'lena',
    {
      ...{ requirement_id: license?.data.id ?? 0, issuer: 'State of Louisiana', number: 'LA-CR-20418' },
      ...{ from_day: issued, until_day: expires },
    },
    await drawCard('Crane Operator License', [
      'State of Louisiana',
      'No. LA-CR-20418',
      `Issued ${issued}`,
      `Expires ${expires}`,
    ]),
    'crane-license.png',
  )
  await api.call(decideDocument, { params: { id }, body: { decision: 'accepted' } })
  await uploadAs(
    'bea',
    { requirement_id: clearance?.data.id ?? 0, from_day: ago(3) },
    await drawCard('Medical Clearance', ['Harbor Occupational Clinic', 'Fit for respirator use', `Examined ${ago(3)}`]),
    'medical-clearance.png',
  )
}
