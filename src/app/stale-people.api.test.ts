import { describe, expect, test } from 'vitest'
import { showUser } from '#features/accounts/contract.ts'
import { grade, showAssignmentProgress } from '#features/assignments/contract.ts'
import { setCurator, showAccess, updateEnrollmentDates } from '#features/enrollments/contract.ts'
import { showManagerSettings, updateManagerSettings } from '#features/invitations/contract.ts'
import { listUserCourses, listUserTags, updateManyTags, updateRoles, updateUserTags } from '#features/users/contract.ts'
import { type Edited, expectRefusal, type Shown, twoEditors } from '../../tests/api/two-editors.ts'
import { type TestPortal, testApp } from '../../tests/api.ts'
import { learning } from '../../tests/learning.ts'
import { importing } from '../../tests/sheets/importing.ts'

const t = testApp()
const make = learning(t)
const imports = importing(t)
const { as, showing, saving, two } = twoEditors(t)

const tagsOf = ({ id: portal_id }: TestPortal) =>
  t.platform(async (tx) => {
    const titles = ['Second', 'Third', 'Crew']
    const values = titles.map((title) => ({ portal_id, kind: 'tag' as const, title, slug: `${title}-${portal_id}` }))
    const rows = await tx.insertInto('terms').values(values).returning(['id', 'title']).execute()
    return (title: string) => rows.find((row) => row.title === title)?.id as number
  })

/** A learner in a course with an assignment, and two admins of the portal. */
const enrolled = async () => {
  const learner = await make.learner(['Assignment'])
  const { portal } = learner.course
  const one = await t.make.person('portal_admin', { portal, first_name: 'Ann', last_name: 'Able' })
  const other = await t.make.person('portal_admin', { portal, first_name: 'Bo', last_name: 'Baker' })
  return { ...learner, one, other, params: { id: learner.related_id } }
}

const RECORDS: Record<string, () => Promise<Edited>> = {
  'roles of a person': async () => {
    const admins = await two()
    const { portal } = admins.one
    const { id } = await t.make.person('learner', { portal })
    const roles = { Second: 'instructor', Third: 'manager' } as Record<string, string>
    return {
      ...admins,
      read: async (who) => {
        const { data } = (await as(who).call(showUser, { params: { id }, query: { portal_id: portal.id } })) as Shown
        return { version: data.version, shown: (data['membership'] as { roles: string[] }).roles }
      },
      save: saving(updateRoles, { params: { id } }, (text) => ({
        role_ids: ['learner', roles[text]],
        portal_id: portal.id,
      })),
    }
  },
  'tags of a person': async () => {
    const admins = await two()
    const { portal } = admins.one
    const { id } = await t.make.person('learner', { portal })
    const tag = await tagsOf(portal)
    const at = { params: { id } }
    return {
      ...admins,
      read: showing(listUserTags, at),
      save: saving(updateUserTags, at, (text) => ({ tag_ids: [tag(text)] })),
    }
  },
  'dates of an enrollment': async () => {
    const { one, other, params } = await enrolled()
    const days = { Second: '2040-02-01T00:00:00.000Z', Third: '2040-03-01T00:00:00.000Z' } as Record<string, string>
    return {
      one,
      other,
      read: showing(showAccess, { params }, 'enrollment'),
      save: saving(updateEnrollmentDates, { params }, (text) => ({ due_at: days[text] })),
    }
  },
  'curator of a learner': async () => {
    const { one, other, params, course } = await enrolled()
    const person = await t.make.person('instructor', { portal: course.portal })
    await t.platform((tx) =>
      tx
        .insertInto('course_instructors')
        .values({ portal_id: course.portal.id, course_id: course.id, user_id: person.id })
        .execute(),
    )
    return {
      one,
      other,
      read: showing(showAccess, { params }, 'curator'),
      save: saving(setCurator, { params }, (text) => ({ curator_id: text === 'Second' ? person.id : null })),
    }
  },
  'settings of a manager': async () => {
    const admins = await two()
    const { id } = await t.make.person('manager', { portal: admins.one.portal })
    const at = { query: { user_id: id } }
    const switches = { tells_accepted: true, tells_declined: true, tells_failed: true }
    return {
      ...admins,
      read: showing(showManagerSettings, at, 'invitation_text'),
      save: saving(updateManagerSettings, at, (text) => ({ invitation_text: text, ...switches })),
    }
  },
  'grading of a response': async () => {
    const { one, other, related_id, course, person } = await enrolled()
    const assignmentId = course.outline[0]?.id as number
    await t.platform((tx) =>
      tx
        .insertInto('assignment_responses')
        .values({
          portal_id: course.portal.id,
          enrollment_id: related_id,
          assignment_id: assignmentId,
          number: 1,
          text: 'Mine',
          created_at: new Date(),
        })
        .execute(),
    )
    expect(person.id).not.toBe(one.id)
    const params = { assignmentId }
    return {
      one,
      other,
      read: showing(showAssignmentProgress, { params, query: { related_id } }, 'instructor_response'),
      save: saving(grade, { params }, (text) => ({ related_id, score: text === 'Second' ? 10 : 20 })),
    }
  },
}

describe('two people edit one person (API-030, ERR-138, USR-080)', () => {
  test.each(Object.keys(RECORDS))(
    '%s: the later save is refused, says who saved, and overwrites nothing until it begins from the newest version (USR-080, MGR-030, ERR-138)',
    async (kind) => expectRefusal(await (RECORDS[kind] as () => Promise<Edited>)()),
  )

  test('a form of tags or roles that was open during a bulk change removes nothing that was added (USR-080)', async () => {
    const { one, other } = await two()
    const { portal } = one
    const { id, email } = await t.make.person('learner', { portal })
    const tag = await tagsOf(portal)
    const params = { id }
    const versions = async () => ({
      tags: ((await as(one).call(listUserTags, { params })) as Shown).version as number,
      person: ((await as(one).call(showUser, { params })) as Shown).data.version,
    })
    const opened = await versions()
    await as(other).call(updateManyTags, { body: { user_ids: [id], add_tag_ids: [tag('Crew')] } })
    const saveTags = (version: number) =>
      as(one).call(updateUserTags, { params, body: { tag_ids: [tag('Second')] } }, { version })
    await expect(saveTags(opened.tags)).rejects.toMatchObject({ details: { changed_by: 'Bo Baker' } })

    const before = await versions()
    const { id: importId } = await imports.check(other, `email,roles,tags\n${email},manager,Third`)
    await imports.run(other, importId)
    await expect(saveTags(before.tags)).rejects.toMatchObject({ code: 'record_changed' })
    const body = { role_ids: ['learner', 'instructor'], portal_id: portal.id }
    await expect(as(one).call(updateRoles, { params, body }, { version: before.person })).rejects.toMatchObject({
      details: { changed_by: 'Bo Baker' },
    })
    const { data } = await t.as(one).call(showUser, { params })
    expect(data.membership?.roles).toContain('manager')
    expect(data.membership?.tags.map(({ title }) => title)).toEqual(['Crew', 'Third'])
  })

  test('the list of courses returns the version of each enrollment, and another portal counts separately (USR-080)', async () => {
    const { one, params, person } = await enrolled()
    const list = async () =>
      ((await as(one).call(listUserCourses, { params: { id: person.id } })) as unknown as { data: Shown['data'][] })
        .data
    expect(await list()).toMatchObject([{ version: 0 }])
    await t.as(one).call(updateEnrollmentDates, { params, body: { due_at: null } })
    expect(await list()).toMatchObject([{ version: 1 }])

    const boss = await t.make.person('super_admin')
    const there = { params: { id: person.id }, query: { portal_id: one.portal.id } }
    const roles = (portal_id: number) => ({ role_ids: ['learner' as const], portal_id })
    await t.as(boss).call(updateRoles, { params: there.params, body: roles(one.portal.id) })
    const inPortal = (await as(boss).call(showUser, there)) as Shown
    const here = (await as(one).call(showUser, { params: there.params })) as Shown
    expect(inPortal.data.version).toBe(here.data.version)
    expect(here.data.version).toBeGreaterThan(0)
  })
})
