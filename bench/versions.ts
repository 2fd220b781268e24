// What authors wait for in a course of 1,000 items next to one of 20, and whether publishing costs the same however many
// learners a course has. Alone: node bench/versions.ts.
import pg from 'pg'
import { loadCourse } from '#features/courses/server/api.ts'
import { sortItems } from '#features/outline/server/actions/change-items.ts'
import { changeModuleItem } from '#features/outline/server/actions/change-module-items.ts'
import { createProgress } from '#features/progress/server/api.ts'
import { moveLearner } from '#features/versions/server/actions/move-learners.ts'
import { draftChanges, publishDraft } from '#features/versions/server/actions/publish.ts'
import { firstMovable } from '#features/versions/server/move-store.ts'
import type { SignedIn } from '#kernel/context.ts'
import { NO_REQUEST } from '#platform/db/activity.ts'
import { createDb, type Tx } from '#platform/db/db.ts'
import type { Files } from '#platform/files/files.ts'
import { statementsOf } from '../tests/sent-statements.ts'
import { withDatabase } from './database.ts'
import { interleaved, round } from './measure.ts'
import { publishCourses } from './publish-course.ts'

const SMALL = { portal: 9_600_001, items: 20, learners: 20 }
/** As many as a bulk change has rows. */
const MOVED = 1_000
const LARGE = { portal: 9_600_002, items: 1_000, learners: 20 }
const CROWDED = { portal: 9_600_003, items: 20, learners: 20_000 }

/** Texts ask for none. */
const NO_FILES = {} as Files

type Growth = {
  small_ms: number
  large_ms: number
  /** Cost of one item in the large course next to one in the small one; the budget is 1.5. */
  per_item: number
}
export type VersionsFigures = {
  /** A change of one item's text: its cost in the large course next to the small one; the budget is 1.5. */
  edit: { small_ms: number; large_ms: number; growth: number }
  sort: Growth
  compare: Growth
  publish: Growth
  /** Statements of a publication with 20 learners and with 20,000, and its cost with many next to few; the budget is 1.5. */
  publish_to: { few_statements: number; many_statements: number; few_ms: number; many_ms: number; growth: number }
  /** Moving 20,000 learners at once. */
  move_ms: number
}

type Course = typeof SMALL & { author: number; id: number; places: number[]; texts: number[] }

/** A course of modules with a text each, and its learners. */
const fill = async (client: pg.Client, size: typeof SMALL): Promise<Course> => {
  const { portal, items, learners } = size
  const run = async (sql: string) => (await client.query(sql.replaceAll(':portal', String(portal)))).rows
  await run(`insert into portals (id, slug, name, status) values (:portal, 'bench-:portal', 'Bench', 'active')`)
  const [course] = await run(
    `insert into courses (portal_id, slug, title, publication_status) values (:portal, 'bench', 'Bench', 2) returning id`,
  )
  await run(`with m as (
      insert into modules (portal_id, course_id, title)
      select :portal, ${course.id}, 'Module ' || n from generate_series(1, ${items}) n returning id
    ), o as (
      insert into outline_items (portal_id, course_id, itemable_type, itemable_id, sort_number)
      select :portal, ${course.id}, 'Module', id, row_number() over (order by id) from m
    ) insert into module_items (portal_id, module_id, itemable_type, title, sort_number, text)
      select :portal, m.id, 'Text', 'Item ' || m.id, 1, repeat('Text ' || m.id, 100) from m`)
  await run(
    `insert into users (email) select 'bench' || n || '.:portal@example.com' from generate_series(1, ${learners}) n`,
  )
  await run(`insert into portal_users (portal_id, user_id, first_name)
    select :portal, id, 'P' || id from users where email like 'bench%.:portal@example.com'`)
  await run(`insert into enrollments (portal_id, user_id, course_id, role, status, starts_at, expires_at)
    select :portal, user_id, ${course.id}, 'learner', 1, now() - interval '1 day', now() + interval '5 years'
    from portal_users where portal_id = :portal`)
  const [person] = await run('select min(user_id) as id from portal_users where portal_id = :portal')
  const idsOf = async (sql: string) => (await run(sql)).map(({ id }) => Number(id))
  return {
    ...size,
    author: Number(person.id),
    id: Number(course.id),
    places: await idsOf('select id from outline_items where portal_id = :portal order by sort_number'),
    texts: await idsOf('select id from module_items where portal_id = :portal order by id'),
  }
}

const contextOf = ({ portal, author }: Course): SignedIn =>
  ({
    portal: { id: portal, setting: { time_zone: 'America/New_York' } },
    viewer: { user_id: author, current_role: 'portal_admin', impersonator_id: null },
    scope: 'any',
    now: new Date(),
    request: NO_REQUEST,
  }) as unknown as SignedIn

/** What an author does to a course. Each call changes something else than the one before. */
const workOf = (course: Course) => {
  const ctx = contextOf(course)
  let count = 0
  const load = async (tx: Tx) => {
    const row = await loadCourse(tx, course.portal, { id: course.id })
    if (!row) throw new Error(`There is no course ${course.id}`)
    return row
  }
  const edit = (tx: Tx) => {
    count += 1
    const id = course.texts[count % course.texts.length] ?? 0
    return changeModuleItem({ tx, ctx, files: NO_FILES }, 'Text', id, { text: `<p>Change ${count} of ${id}</p>` })
  }
  const sort = (tx: Tx) => {
    count += 1
    const turned = count % course.places.length
    const ids = [...course.places.slice(turned), ...course.places.slice(0, turned)]
    return sortItems(
      tx,
      ctx,
      course.id,
      ids.map((id, at) => ({ id, sort_number: at + 1 })),
    )
  }
  return {
    edit,
    sort,
    compare: async (tx: Tx) => draftChanges(tx, await load(tx)),
    /** One change, and its publication. */
    publish: async (tx: Tx) => {
      await edit(tx)
      await publishDraft(tx, ctx, await load(tx))
    },
    move: async (tx: Tx) => {
      const { slug, newest_version: number } = await load(tx)
      const needs = { progress: createProgress(), openAgain: {} }
      const learners = await firstMovable(tx, { portal_id: course.portal, course_id: course.id, number }, MOVED)
      let moved = 0
      for (const related_id of learners)
        moved += (await moveLearner(needs, tx, ctx, { slug, number, related_id, ask_again: [], keep_places: [] })).moved
      return moved
    },
  }
}

/** Measures authors' work on a real database; what is compared runs in turns on the same machine. */
export const benchVersions = (): Promise<VersionsFigures> =>
  withDatabase(async ({ app, admin }) => {
    const owner = new pg.Client(admin)
    await owner.connect()
    const courses = {
      small: await fill(owner, SMALL),
      large: await fill(owner, LARGE),
      crowded: await fill(owner, CROWDED),
    }
    for (const { portal } of Object.values(courses)) await publishCourses(app, portal, { begun: true })
    await owner.query('vacuum analyze')
    const db = createDb({ ...app, max: 1 })
    const works = { small: workOf(courses.small), large: workOf(courses.large), crowded: workOf(courses.crowded) }
    const run = (size: keyof typeof works, kind: keyof (typeof works)['small']) => (): Promise<unknown> =>
      db.withPortal<unknown>(courses[size].portal, (tx) => works[size][kind](tx))
    try {
      const inTurns = async (kind: 'edit' | 'sort' | 'compare' | 'publish', other: 'large' | 'crowded' = 'large') => {
        const work = { small: run('small', kind), other: run(other, kind) }
        const { small = 0, other: ms = 0 } = await interleaved(work, { rounds: 7, times: 15, warm_up: 5 })
        return { small, ms }
      }
      const growthOf = async (kind: 'sort' | 'compare' | 'publish'): Promise<Growth> => {
        const { small, ms } = await inTurns(kind)
        return {
          small_ms: round(small, 3),
          large_ms: round(ms, 3),
          per_item: round(ms / LARGE.items / (small / SMALL.items)),
        }
      }
      const edit = await inTurns('edit')
      const [sort, compare, publish] = [await growthOf('sort'), await growthOf('compare'), await growthOf('publish')]
      const few = await statementsOf(run('small', 'publish'))
      const many = await statementsOf(run('crowded', 'publish'))
      const learners = await inTurns('publish', 'crowded')
      const begun = performance.now()
      const moved = await run('crowded', 'move')()
      if (moved !== Math.min(MOVED, CROWDED.learners)) throw new Error(`${moved} learners were moved`)
      return {
        edit: { small_ms: round(edit.small, 3), large_ms: round(edit.ms, 3), growth: round(edit.ms / edit.small) },
        sort,
        compare,
        publish,
        publish_to: {
          few_statements: few.length,
          many_statements: many.length,
          few_ms: round(learners.small, 3),
          many_ms: round(learners.ms, 3),
          growth: round(learners.ms / learners.small),
        },
        move_ms: round(performance.now() - begun, 0),
      }
    } finally {
      await db.close()
      await owner.end()
    }
  })

if (import.meta.main) console.dir(await benchVersions(), { depth: 3 })
