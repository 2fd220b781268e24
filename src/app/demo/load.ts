import { createBundle } from '#features/bundles/server/api.ts'
import { centsOf } from '#kernel/product/prices.ts'
import { PUBLICATION } from '#kernel/product/statuses.ts'
import { slugify } from '#kernel/text.ts'
import type { Config } from '#platform/process/config.ts'
import type { App } from '../app.ts'
import type { StartSteps } from '../start/start-steps.ts'
import { actorOf } from './actor.ts'
import { authorCourse } from './author.ts'
import { loadBadges } from './badges.ts'
import { clientOf } from './client.ts'
import { loadCompliance } from './compliance.ts'
import { loadContent } from './content/load-content.ts'
import type { DemoCourse } from './course-types.ts'
import { CORE_COURSES, DEMO_BUNDLES } from './courses.ts'
import { createDemo, type DemoPortals } from './create-portals.ts'
import { loadHistory } from './history.ts'
import { loadMoney, loadPlans } from './money.ts'
import { DEMO_PEOPLE } from './people.ts'
import { PORTAL_COURSES } from './portal-courses.ts'
import { cloudCourseOf, scormPackageOf } from './scorm.ts'
import { loadShipping } from './shipping.ts'
import { loadTerms } from './terms.ts'
import { loadTradeRules } from './trade-rules.ts'

const CATEGORIES = ['Construction', 'Hazardous materials', 'Electrical', 'Health', 'Environment', 'Leadership']
const PORTAL_CATEGORIES: Record<string, readonly string[]> = {
  meridian: ['Engineering', 'Water', 'Building', 'Ethics'],
  safestart: ['Construction', 'Health'],
}

const createCategories = (
  app: App,
  { id: portalId, slug }: { id: number; slug: string },
): Promise<Map<string, number>> =>
  app.db.withPortal(portalId, async (tx) => {
    const rows = await tx
      .insertInto('terms')
      .values(
        (PORTAL_CATEGORIES[slug] ?? CATEGORIES).map((title, at) => ({
          portal_id: portalId,
          kind: 'category',
          title,
          slug: slugify(title),
          sort_number: at + 1,
        })),
      )
      .returning(['id', 'title'])
      .execute()
    return new Map(rows.map((row) => [row.title, row.id]))
  })

/** Who enters the courses of a portal, and who wrote and teaches them. */
const AUTHORS: Record<string, { editor: string; instructor: string }> = {
  core: { editor: 'petra@example.com', instructor: 'ivan@example.com' },
  safestart: { editor: 'petra@example.com', instructor: 'ivan@example.com' },
  granite: { editor: 'gina@example.com', instructor: 'gina@example.com' },
  tidewater: { editor: 'tia@example.com', instructor: 'tia@example.com' },
  meridian: { editor: 'cleo@example.com', instructor: 'cleo@example.com' },
}

const nameOf = (email: string) => {
  const person = DEMO_PEOPLE.find((each) => each.email === email)
  return person ? `${person.first_name} ${person.last_name}` : email
}

const authorPortal = async (
  app: App,
  config: Config,
  founded: DemoPortals,
  slug: string,
  courses: readonly DemoCourse[],
  onCourse: () => void,
) => {
  const portal = founded.portals.get(slug)
  const staff = AUTHORS[slug]
  if (!portal || !staff) throw new Error(`Nobody authors ${slug}`)
  const idOf = (email: string) => founded.people.get(email) ?? 0
  const instructorId = idOf(staff.instructor)
  await app.db.withPortal(portal.id, (tx) =>
    tx
      .insertInto('portal_user_roles')
      .values({ portal_id: portal.id, user_id: instructorId, role: 'instructor' })
      .onConflict((conflict) => conflict.doNothing())
      .execute(),
  )
  const client = await clientOf(app, config, { user_id: idOf(staff.editor), role: 'portal_admin' }, portal)
  const author = {
    ...client,
    categories: await createCategories(app, portal),
    instructor: { id: instructorId, name: nameOf(staff.instructor) },
    scormPackage: scormPackageOf(app, portal.id, idOf(staff.editor)),
    cloudCourse: cloudCourseOf(client),
  }
  const accounts = new Map<string, { id: number; slug: string }>()
  for (const course of courses) {
    onCourse()
    accounts.set(course.title, await authorCourse(author, course))
  }
  return accounts
}

const bundleCourses = async (
  app: App,
  portalId: number,
  admin: number,
  courses: ReadonlyMap<string, { id: number }>,
) => {
  const { act } = await actorOf(app, portalId, { user_id: admin, role: 'portal_admin' })
  for (const { title, price, discount_price: discount, courses: titles } of DEMO_BUNDLES)
    await act((tx, ctx) =>
      createBundle(tx, ctx, {
        title,
        text: `<p>${titles.join(', ')}: bought together, taken one by one, with a certificate for each.</p>`,
        price: centsOf(price),
        discount_price: discount === null ? null : centsOf(discount),
        publication_status: PUBLICATION.published,
        course_ids: titles.flatMap((name) => courses.get(name)?.id ?? []),
      }),
    )
}

/** Loads the demo: portals and people first, then everything else through the calls that people make. */
export const loadDemo = async (
  app: App,
  config: Config,
  { step, progress }: Pick<StartSteps, 'step' | 'progress'>,
): Promise<void> => {
  progress('demo: portals, people and plans')
  const founded = await createDemo(app, config)
  await loadPlans(app, config, founded)
  step(`demo: ${founded.portals.size} portals, ${founded.people.size} people`)
  const all = [CORE_COURSES, ...Object.values(PORTAL_COURSES)].flat().length
  let count = 0
  const onCourse = () => progress('demo: courses', `${++count} of ${all}`)
  const core = await authorPortal(app, config, founded, 'core', CORE_COURSES, onCourse)
  const portals = new Map([['core', core]])
  for (const [slug, courses] of Object.entries(PORTAL_COURSES))
    portals.set(slug, await authorPortal(app, config, founded, slug, courses, onCourse))
  const corePortal = founded.portals.get('core')
  if (corePortal) await bundleCourses(app, corePortal.id, founded.people.get('petra@example.com') ?? 0, core)
  await loadShipping(app, config, founded, core)
  step(`demo: ${all} courses`)
  progress('demo: pages')
  await loadContent(app, config, founded, portals)
  if (corePortal) await loadTerms(app, corePortal.id, core)
  step('demo: pages')
  progress('demo: what learners did')
  await loadHistory(app, config, founded, core)
  await loadBadges(app, config, founded, portals.get('granite'))
  await loadCompliance(app, config, founded, core)
  await loadTradeRules(app, config, founded, core)
  step('demo: what learners did')
  progress('demo: sales')
  await loadMoney(app, config, founded, core)
  step('demo: sales')
  // The sessions that made all this are nobody's.
  await app.db.withPlatform((tx) =>
    tx.updateTable('sessions').set({ ended_at: new Date(), end_reason: 'demo loaded' }).execute(),
  )
}
