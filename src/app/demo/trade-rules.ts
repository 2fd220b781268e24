import { createTradeRule } from '#features/trade-rules/contract.ts'
import { addDays, dayOf } from '#kernel/format/day.ts'
import type { Config } from '#platform/process/config.ts'
import type { App } from '../app.ts'
import { clientOf } from './client.ts'
import type { DemoPortals } from './create-portals.ts'

const HAZWOPER = '40-Hour HAZWOPER Training'
const REFRESHER = '8-Hour HAZWOPER Refresher'

/** Three rules that hold today, and two that begin in a month (TRD-016, TRD-030, TRD-037). */
const RULES = [
  {
    kind: 'course_time' as const,
    title: '40 hours of instruction',
    source: '29 CFR 1910.120(e)(3)(i)',
    source_url: 'https://www.osha.gov/laws-regs/regulations/standardnumber/1910/1910.120',
    begins: -365,
    minutes: 2400,
    is_for_new: false,
    courses: [HAZWOPER],
  },
  {
    kind: 'day_limit' as const,
    title: 'No more than 8 hours a day',
    source: 'Harbor Terminal site agreement, section 7',
    source_url: null,
    begins: -120,
    minutes: 480,
    is_for_new: false,
    courses: [HAZWOPER, REFRESHER],
  },
  {
    kind: 'course_time' as const,
    title: '8 hours of refresher training',
    source: '29 CFR 1910.120(e)(8)',
    source_url: 'https://www.osha.gov/laws-regs/regulations/standardnumber/1910/1910.120',
    begins: 30,
    minutes: 480,
    is_for_new: true,
    courses: [REFRESHER],
  },
  {
    kind: 'hands_on' as const,
    title: 'Field exercises',
    source: '29 CFR 1910.120(e)(3)(i)',
    source_url: 'https://www.osha.gov/laws-regs/regulations/standardnumber/1910/1910.120',
    begins: -60,
    tasks: ['Don and doff Level B suit', 'Decontamination line', 'Read a four-gas meter'],
    is_for_new: false,
    courses: [HAZWOPER],
  },
  {
    kind: 'proctored_exam' as const,
    title: 'Final exam in person',
    source: 'Harbor Terminal site agreement, section 9',
    source_url: null,
    begins: 30,
    is_for_new: true,
    courses: [HAZWOPER],
  },
]

/** Rules of the trade with their sources, after learners have done what they did. */
export const loadTradeRules = async (
  app: App,
  config: Config,
  founded: DemoPortals,
  courses: ReadonlyMap<string, { id: number }>,
): Promise<void> => {
  const portal = founded.portals.get('core')
  if (!portal) return
  const admin = { user_id: founded.people.get('petra@example.com') ?? 0, role: 'portal_admin' as const }
  const { api } = await clientOf(app, config, admin, portal)
  const zone = (await app.resolvers.portalById(portal.id))?.setting.time_zone ?? 'America/New_York'
  const today = dayOf(new Date(), zone)
  for (const { begins, courses: titles, ...rule } of RULES) {
    const course_ids = titles.flatMap((title) => courses.get(title)?.id ?? [])
    await api.call(createTradeRule, { body: { ...rule, course_ids, from_day: addDays(today, begins) } })
  }
}
