import { createRequirement, savePlaces } from '#features/compliance/contract.ts'
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
  title: string
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
    kind: 'certificate',
    course: '40-Hour HAZWOPER Training',
    title: '40-Hour HAZWOPER',
    jobs: ['Spill responder'],
  },
  {
    kind: 'course',
    course: '8-Hour HAZWOPER Refresher',
    title: 'HAZWOPER Refresher',
    jobs: ['Spill responder'],
    valid_months: 9,
  },
]

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

/** Requirements and workplaces with people who are valid, in grace, expired and missing, past days included (CMP-015). */
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
  for (const { course, ...terms } of REQUIREMENTS)
    await api.call(createRequirement, {
      body: { ...terms, course_id: courses.get(course)?.id ?? null, from_day: ago(365) },
    })
  for (const { name, days_ago, site, job } of PLACES)
    await api.call(savePlaces, { body: { user_ids: [idOf(name)], from_day: ago(days_ago), site, job } })
  await api.call(savePlaces, {
    body: { user_ids: ['fay', 'finn', 'lena', 'nia'].map(idOf), from_day: ago(7), team_id: idOf('mara') },
  })
}
