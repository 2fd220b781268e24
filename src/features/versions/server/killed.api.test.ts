import http from 'node:http'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { headersOf, type TestPerson, testApp } from '../../../../tests/api.ts'
import { type AppProcess, forkApp } from '../../../../tests/processes/app-process.ts'
import { singleSco } from '../../../../tests/scorm/scorm-packages.ts'
import { moveEach } from '../../../../tests/versions/moving.ts'
import { PLACE, replacing, SUSPEND } from '../../../../tests/versions/replacing.ts'
import { versioning } from '../../../../tests/versions/versioning.ts'

const LEARNERS = 6

const t = testApp()
const make = versioning(t)
const packages = replacing(t)
let owner: pg.Client
beforeAll(async () => {
  const { host, port, user, password } = inject('pg')
  const { database } = t.app.db.pool.options
  owner = new pg.Client({ host, port, user, database, ...(password !== null && { password }) })
  await owner.connect()
})
afterAll(() => owner.end())

type Made = { author: TestPerson }

/** A call of the author to another process. Answers its status; null when the process dies before it answers. */
const callOver = ({ port }: AppProcess, { author }: Made, path: string, body: object): Promise<number | null> =>
  new Promise((resolve) => {
    const headers = { ...headersOf(t.config, author), 'content-type': 'application/json' }
    const options = { host: '127.0.0.1', port, method: 'POST', path: `/api/v1${path}`, headers, agent: false }
    const call = http.request(options, (answer) => {
      answer.resume().on('end', () => resolve(answer.statusCode ?? null))
    })
    call.on('error', () => resolve(null))
    call.end(JSON.stringify(body))
  })

const until = async (condition: string) => {
  for (;;) {
    const { rows } = await owner.query(`select (${condition}) as is_so`)
    if (rows[0].is_so) return
  }
}
const IS_BLOCKED = `exists (select from pg_locks l join pg_database d on d.oid = l.database
  where not l.granted and d.datname = current_database())`
const IS_ALONE = `not exists (select from pg_stat_activity
  where datname = current_database() and state <> 'idle' and pid <> pg_backend_pid())`

/** Kills a process in the middle of a call: while it waits to write to a table. */
const killWhileWriting = async (table: string, made: Made, path: string, body: object) => {
  const other = await forkApp(t)
  await owner.query(`begin; lock table ${table} in share mode`)
  const answer = callOver(other, made, path, body)
  await until(IS_BLOCKED)
  await other.kill()
  expect(await answer).toBeNull()
  await owner.query('commit')
  // The database may still carry out what the process had sent.
  await until(IS_ALONE)
}

const rowsOfVersion = async (courseId: number, version: number) => {
  const tables = ['course_version_items', 'course_version_pools', 'course_version_files']
  const counts = tables.map((table) => `(select count(*) from ${table} where course_id = $1 and version = $2)`)
  const sql = `select ${counts.join(' + ')} + (select count(*) from course_versions where course_id = $1 and number = $2) as count`
  const { rows } = await owner.query(sql, [courseId, version])
  return Number(rows[0].count)
}

describe('a process that is killed', () => {
  test.each([
    'course_versions',
    'version_contents',
    'course_version_items',
    'course_version_pools',
    'courses',
    'activity_logs',
  ])(
    'while it publishes, before it writes to %s, leaves the whole version or nothing of it (VER-014)',
    async (table) => {
      const made = await make.published()
      await made.editText(made.why, 'Why, reworded')
      await made.addText('Extra')
      await killWhileWriting(table, made, `/admin/courses/${made.params.slug}/versions`, { newest: 1 })

      const { newest } = await made.versions()
      expect([1, 2]).toContain(newest)
      if (newest === 1) {
        expect(await rowsOfVersion(made.courseId, 2)).toBe(0)
        expect(await made.publish(1)).toEqual({ data: { number: 2 } })
      }
      expect(await made.changes(2, 0)).toEqual([])
      expect(await made.changes(1, 2)).toMatchObject([
        { kind: 'changed', fields: ['text'] },
        { kind: 'added', title: 'Extra' },
      ])
      await expect(made.publish(2)).rejects.toMatchObject({ status: 422, message: 'There are no changes to publish.' })
    },
  )

  test.each(['enrollments', 'activity_logs'])(
    'while it moves a learner, before it writes to %s, leaves them moved or where they were (VER-014)',
    async (table) => {
      const made = await make.published()
      const learners = await Promise.all(Array.from({ length: LEARNERS }, () => make.learnerIn(made)))
      for (const learner of learners) await learner.finish(made.why)
      await made.addText('Extra')
      await made.publish(1)
      const path = `/admin/courses/${made.params.slug}/versions/2/learners`
      await killWhileWriting(table, made, path, { related_id: learners[0]?.related_id })

      const inVersion = async () => (await made.versions()).data.map(({ in_progress }) => in_progress)
      const [moved = 0, left] = await inVersion()
      expect([0, 1]).toContain(moved)
      expect(moved + (left ?? 0)).toBe(LEARNERS)
      const again = await moveEach(made.api, { ...made.params, number: 2 })
      expect(again).toEqual({ moved: LEARNERS - moved, reopened: 0, kept: 0 })
      expect(await inVersion()).toEqual([LEARNERS, 0])
      for (const learner of learners) expect(await learner.course()).toMatchObject({ items_done: 1, items_total: 4 })
      const logged = (await make.actions(made.author.portal)).filter(({ action }) => action === 'course.move-learners')
      expect(logged).toHaveLength(LEARNERS)
    },
  )

  test.each(['scorm_carry_overs', 'activity_logs'])(
    'while it moves a learner who keeps their place, before it writes to %s, moves and keeps it or neither (VER-023)',
    async (table) => {
      const made = await packages.packaged()
      const people = await Promise.all([1, 2, 3].map((place) => packages.learnerAt(made, String(place))))
      await made.replace(singleSco('get:cmi.suspend_data'))
      const body = { keep_places: [{ module_id: made.module_id, package_id: made.first.id }] }
      const first = { related_id: people[0]?.related_id, ...body }
      await killWhileWriting(table, made, `/admin/courses/${made.params.slug}/versions/3/learners`, first)

      const { moved, kept } = await made.move(body)
      expect([2, 3]).toContain(moved)
      expect(kept).toBe(moved)
      for (const [index, { start }] of people.entries())
        expect((await (await start()).state()).cmi[PLACE]).toBe(String(index + 1))
    },
  )

  test.each(['scorm_sco_states', 'scorm_commits'])(
    'while a learner starts and keeps their place, before it writes to %s, carries over all or nothing (VER-023)',
    async (table) => {
      const made = await packages.packaged()
      const { learner, related_id, start } = await packages.learnerAt(made, '7')
      await made.replace(singleSco('get:cmi.suspend_data'))
      await made.move({ keep_places: [{ module_id: made.module_id, package_id: made.first.id }] })
      const path = `/learner/scorm-modules/${made.module_id}/start`
      await killWhileWriting(table, { author: learner }, path, { related_id })
      const next = await start()
      expect((await next.state()).cmi).toMatchObject({ [PLACE]: '7', [SUSPEND]: 'at 7' })
    },
  )
})
