import fc from 'fast-check'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { textItems } from '#features/outline/contract.ts'
import { type TestPerson, testApp } from '../../../../tests/api.ts'
import { sharing } from '../../../../tests/sharing/sharing.ts'
import { stateOf } from '../rules/offers.ts'

const t = testApp()
const { source, received, learner, run } = sharing(t)

type Source = Awaited<ReturnType<typeof source>>

/** What a version of a course says, without ids. */
const saysOf = (courseId: number, version: number) =>
  t.platform(async (tx) => {
    const { rows } = await sql<{ says: string }>`
      select concat_ws(' ', item_type, sort_number, title, content ->> 'text') as says from course_items
      where course_id = ${courseId} and version = ${version}
      order by module_id is not null, module_id, sort_number`.execute(tx)
    return rows.map(({ says }) => says)
  })

const versionOfRelease = (courseId: number, number: number) =>
  t.platform(async (tx) => {
    const row = await tx
      .selectFrom('course_releases')
      .select('version')
      .where('course_id', '=', courseId)
      .where('number', '=', number)
      .executeTakeFirstOrThrow()
    return row.version
  })

const rowOf = ({ portal }: TestPerson) =>
  t.platform((tx) =>
    tx
      .selectFrom('received_courses as r')
      .innerJoin('courses as c', 'c.id', 'r.course_id')
      .select(['r.course_id', 'r.offered', 'r.taken', 'r.declined', 'c.source_revoked_at', 'c.newest_version'])
      .where('r.portal_id', '=', portal.id)
      .executeTakeFirst(),
  )

const STEPS = ['edit', 'add', 'remove', 'publish', 'share', 'revoke', 'run', 'take', 'decline', 'begin'] as const
type Step = { what: (typeof STEPS)[number]; portal: 0 | 1; at: number }

const step: fc.Arbitrary<Step> = fc.record({
  // Jobs run now and then, so that several releases wait for the same run.
  what: fc.constantFrom(...STEPS, 'run', 'publish', 'take'),
  portal: fc.constantFrom(0, 1),
  at: fc.nat(9),
})

/** One history of a source and two portals, with everything that has to hold after each step. */
const play = async (steps: readonly Step[]) => {
  const from: Source = await source([['Text', 'Text'], { pools: [{ questions: 1 }] }])
  const portals = await Promise.all([t.make.person('portal_admin'), t.make.person('portal_admin')])
  const texts = from.course.outline[0]?.items.map(({ id }) => id) ?? []
  const learners: { who: Awaited<ReturnType<typeof learner>>; begun: unknown[] }[] = []
  let count = 0
  const seen = async (who: Awaited<ReturnType<typeof learner>>) => {
    const { items_done, items_total } = await who.course()
    return [items_done, items_total, await who.outline()]
  }

  const take = async ({ what, portal, at }: Step) => {
    const admin = portals[portal] as TestPerson
    const row = await rowOf(admin)
    if (what === 'edit') return from.editText(texts[at % texts.length] as number, `Text ${++count}`)
    if (what === 'add') return texts.push(await from.addText(`New ${++count}`))
    if (what === 'remove')
      return (
        texts.length > 1 &&
        from.api.call(textItems.remove, { params: { id: texts.splice(at % texts.length, 1)[0] as number } })
      )
    if (what === 'publish') return from.publish().catch(() => {})
    if (what === 'share') return from.share(admin)
    if (what === 'revoke') return from.revoke(admin)
    if (what === 'run') return run()
    if (!row) return
    const course = await received(admin)
    if (what !== 'begin') {
      const state = stateOf({ ...row, is_revoked: row.source_revoked_at !== null })
      const isOpen = state === 'update' || state === 'declined'
      const decision = what === 'take' ? course.take(row.offered) : course.decline(row.offered)
      return isOpen ? decision : expect(decision).rejects.toMatchObject({ status: 422 })
    }
    const who = await learner(admin, course)
    const [first] = await t.platform((tx) =>
      tx
        .selectFrom('course_items')
        .select('item_id')
        .where('course_id', '=', row.course_id)
        .where('version', '=', row.newest_version)
        .where('item_type', '=', 'Text')
        .execute(),
    )
    await who.finish(first?.item_id as number)
    learners.push({ who, begun: await seen(who) })
  }

  for (const one of steps) {
    const before = await Promise.all(portals.map(rowOf))
    await take(one)
    for (const [at, admin] of portals.entries()) {
      const [was, is] = [before[at], await rowOf(admin)]
      if (was && is && was.taken !== is.taken) expect(one).toMatchObject({ what: 'take', portal: at })
    }
    for (const { who, begun } of learners) expect(await seen(who)).toEqual(begun)
    for (const admin of portals) {
      const row = await rowOf(admin)
      if (!row) continue
      expect(row.taken).toBeGreaterThan(0)
      const taken = await versionOfRelease(from.course.id, row.taken)
      expect(await saysOf(row.course_id, row.newest_version)).toEqual(await saysOf(from.course.id, taken))
      expect(await saysOf(row.course_id, 0)).toEqual(await saysOf(row.course_id, row.newest_version))
      expect(await from.shareWith(admin)).toMatchObject({ taken: row.taken, declined: row.declined })
    }
  }

  // Whatever came before: both portals end at what the source says.
  await from.share(...portals)
  await run()
  for (const admin of portals) {
    const { offered, taken } = (await rowOf(admin)) as { offered: number; taken: number }
    if (offered > taken) await (await received(admin)).take(offered)
    const row = await rowOf(admin)
    const newest = (await from.shareWith(admin))?.newest as number
    expect(row).toMatchObject({ taken: newest, offered: newest, source_revoked_at: null })
    const version = await versionOfRelease(from.course.id, newest)
    expect(await saysOf(row?.course_id as number, row?.newest_version as number)).toEqual(
      await saysOf(from.course.id, version),
    )
  }
  for (const { who, begun } of learners) expect(await seen(who)).toEqual(begun)
}

test(
  'in any history of edits, publications, shares, runs, decisions and ends, no learner is moved, nothing is taken without a decision, and both portals can end at what the source says (SHR-003, SHR-005, SHR-006, SHR-007, SHR-008, SHR-010, VER-003)',
  { timeout: 240_000 },
  () =>
    fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 8, maxLength: 25 }), (steps) =>
        // Without a share nothing can happen in the other portals.
        play([{ what: 'share', portal: 0, at: 0 }, { what: 'run', portal: 0, at: 0 }, ...steps]),
      ),
      { numRuns: 10, endOnFailure: true },
    ),
)
