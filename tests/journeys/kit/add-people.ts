// Adds the journeys’ people, with their history, to the demo of a running product. Started by app.ts.
import path from 'node:path'
import { createApp } from '#app/app.ts'
import { clientOf } from '#app/demo/client.ts'
import { createPeople } from '#app/demo/create-portals.ts'
import { readItem, takeExam } from '#app/demo/learning.ts'
import { addInstructor } from '#features/courses/contract.ts'
import { createEnrollments } from '#features/enrollments/contract.ts'
import { listLearnerModules } from '#features/progress/contract.ts'
import { startEmbedded } from '#platform/db/embedded-postgres.ts'
import { migrate } from '#platform/db/migrate.ts'
import { readConfig } from '#platform/process/config.ts'
import { addTroubles, createAttentionPortal } from './attention.ts'
import { journeyPeople, type PersonKind } from './people.ts'

const LADDER = 'Ladder Safety'
const FIRE = 'Fire Watch and Hot Work'
const FIRST_AID = 'First Aid, CPR and AED'
const LOCKOUT = 'Electrical Safety and Lockout/Tagout'

const INSTRUCTORS: [PersonKind, string][] = [
  ['tutor', FIRST_AID],
  ['teach', LADDER],
  ['coach', LOCKOUT],
]
const LEARNERS: [PersonKind, string][] = [
  ['task', FIRST_AID],
  ['graded', FIRST_AID],
  ['journey', LADDER],
  ['onlooker', LADDER],
  ['ordered', LADDER],
  ['question', LADDER],
  ['sizes', LADDER],
  ['pupil', LADDER],
  ['review', FIRE],
]

const invited = journeyPeople(JSON.parse(process.argv[2] ?? '[]'))
const config = readConfig(process.env, path.resolve(import.meta.dirname, '../../..'))
const server = await startEmbedded(path.join(config.data_dir, 'postgres'))
const admin = { host: server.host, port: server.port, user: 'postgres', password: server.password }
const { app: database } = await migrate({ admin, report: () => {} })
const app = await createApp({ config, database, hasPages: false, works: false })

const rows = await app.db.withPlatform(async (tx) => ({
  portals: await tx.selectFrom('portals').select(['id', 'slug']).execute(),
  courses: await tx.selectFrom('courses').select(['id', 'slug', 'title', 'portal_id']).execute(),
  petra: await tx.selectFrom('users').select('id').where('email', '=', 'petra@example.com').executeTakeFirstOrThrow(),
}))
const attention = await createAttentionPortal(app)
const portals = new Map([...rows.portals, attention].map((portal) => [portal.slug, portal]))
const people = await createPeople(
  app,
  config,
  portals,
  invited.map(({ person }) => person),
)

const core = portals.get('core')
if (!core) throw new Error('The demo has no core portal')
const courseOf = (title: string) => {
  const course = rows.courses.find((one) => one.title === title && one.portal_id === core.id)
  if (!course) throw new Error(`The demo has no course ${title}`)
  return course
}
const everyone = (personKind: PersonKind): number[] =>
  invited.filter(({ kind }) => kind === personKind).map(({ person }) => people.get(person.email) ?? 0)
const petra = await clientOf(app, config, { user_id: rows.petra.id, role: 'portal_admin' }, core)

for (const [kind, title] of INSTRUCTORS)
  for (const user_id of everyone(kind))
    await petra.api.call(addInstructor, { params: { slug: courseOf(title).slug }, body: { user_id } })

for (const [kind, title] of LEARNERS) {
  const { id: course_id, slug } = courseOf(title)
  const user_ids = everyone(kind)
  const { data } = await petra.api.call(createEnrollments, { body: { course_id, role_id: 'learner', user_ids } })
  if (kind !== 'review') continue
  for (const { id: related_id, user_id } of data.enrolled) {
    // Everything is done except the last text. Reading it finishes the course.
    const client = await clientOf(app, config, { user_id, role: 'learner' }, core)
    const outline = await client.api.call(listLearnerModules, { params: { slug }, query: { related_id } })
    const exam = outline.data.find((entry) => entry.itemable_type === 'Exam')
    if (exam) await takeExam(client, exam.itemable_id, related_id)
    for (const item of outline.data.flatMap((entry) => entry.items).slice(0, -1))
      await readItem(client, item, related_id)
  }
}

await addTroubles(app, config, attention, {
  ...{ admins: everyone('minder'), managers: everyone('minding'), learners: everyone('minded') },
})

await app.close()
await server.stop()
