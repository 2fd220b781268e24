import { beforeEach, describe, expect, test } from 'vitest'
import { updateUser } from '#features/accounts/contract.ts'
import { updateCompany, updateSettings } from '#features/portals/contract.ts'
import { updateTerms } from '#features/portals/contract-terms.ts'
import { deleteUser, updateBlockStatus, updateRoles, updateUserTags } from '#features/users/contract.ts'
import { addDays, dayOf, startOfDay } from '#kernel/format/day.ts'
import { ask, statement, type Tx } from '#platform/db/db.ts'
import { type TestPerson, type TestPortal, testApp } from '../../../../tests/api.ts'
import { bulkChanging } from '../../../../tests/bulk-changes/bulk-changing.ts'
import { enrolling } from '../../../../tests/enrolling.ts'
import { exportCalls } from '../../../../tests/exports.ts'
import { FORBIDDEN, MISSING } from '../../../../tests/people.ts'
import { importing } from '../../../../tests/sheets/importing.ts'
import { listHistory, previewRestore, restoreHistory, showPastState } from '../contract.ts'

const ZONE = 'America/New_York'
const TODAY = dayOf(new Date(), ZONE)
/** Noon of a day after this one, because triggers write some rows of the tests with the clock of the database. */
const noonAfter = (days: number) => new Date(startOfDay(addDays(TODAY, days), ZONE).getTime() + 12 * 3_600_000)
let now = noonAfter(1)
beforeEach(() => {
  now = noonAfter(1)
})

const t = testApp({ now: () => now })
/** Goes on to a later day. Nobody is signed out meanwhile. */
const waitUntil = async (days: number) => {
  now = noonAfter(days)
  await t.platform((tx) => tx.updateTable('sessions').set({ last_seen_at: now }).execute())
}
const { csv, runJob } = exportCalls(t)
const imports = importing(t)

const setUp = async () => {
  const admin = await t.make.person('portal_admin', { first_name: 'Ada', last_name: 'Lane' })
  const { portal } = admin
  const ben = await t.make.person('learner', { portal, first_name: 'Ben', last_name: 'Ross', city: 'Lynn' })
  return { admin, portal, ben, api: t.as(admin), of: { kind: 'person', user_id: ben.id } as const }
}
const tag = (portal: TestPortal, title: string) =>
  t.platform(async (tx) => {
    const values = { portal_id: portal.id, kind: 'tag', title, slug: title.toLowerCase().replaceAll(' ', '-') }
    return (
      await tx
        .insertInto('terms')
        .values(values as never)
        .returning('id')
        .executeTakeFirstOrThrow()
    ).id
  })

const run = (tx: Tx, text: string) => ask(tx, statement(text), [])

type Of = { kind: 'settings' } | { kind: 'person'; user_id: number }

/** The changes of a record, the newest first: who made them, and each field with its values. */
const history = async (who: TestPerson, of: Of, query: object = {}) => {
  const { data } = await t.as(who).call(listHistory, { query: { ...of, ...query } as never })
  return data.map(({ made_by, changes }) => [
    made_by,
    ...changes.map(({ label, from, to, is_forgotten }) => `${label}: ${is_forgotten ? 'deleted' : `${from} → ${to}`}`),
  ])
}
const RESTORE = { method: 'POST', url: '/api/v1/history/restore' } as const
const preview = async (who: TestPerson, of: Of, target: object) =>
  (await t.as(who).call(previewRestore, { query: { ...of, ...target } as never })).data
const restore = async (who: TestPerson, of: Of, target: object) => {
  const { seen_id, fields } = await preview(who, of, target)
  return (await t.as(who).call(restoreHistory, { body: { ...of, ...target, seen_id, fields } as never })).data.fields
}
const newestId = async (who: TestPerson, of: Of) =>
  (await t.as(who).call(listHistory, { query: { ...of, per_page: 1 } as never })).data[0]?.id ?? 0

describe('what is recorded', () => {
  test('every way of changing a person is in the history with who, from what, and to what; what changes nothing is not (HIS-001, HIS-002, HIS-003, HIS-007, HIS-008)', async () => {
    const { admin, portal, ben, api, of } = await setUp()
    const params = { id: ben.id }
    const [night, day] = [await tag(portal, 'Night shift'), await tag(portal, 'Day shift')]
    await api.call(updateUser, { params, body: { city: 'Salem', direct_number: '+1 212 555 0147' } })
    await api.call(updateUser, { params, body: { city: 'Salem' } })
    await api.call(updateRoles, { params, body: { role_ids: ['learner', 'manager'], portal_id: portal.id } })
    await api.call(updateUserTags, { params, body: { tag_ids: [night, day] } })
    await api.call(updateUserTags, { params, body: { tag_ids: [day] } })
    await api.call(updateBlockStatus, { params, body: { is_blocked: true } })
    await api.call(updateBlockStatus, { params, body: { is_blocked: false } })
    const { id } = await imports.check(admin, `Email,Last name\n${ben.email},Rossi\n`)
    await imports.run(admin, id)
    await t.as({ ...ben, token: await t.make.session(ben.id, portal, 'learner') }).call(updateUser, {
      params,
      body: { last_name: 'Ross-Hill' },
    })
    await t.platform((tx) =>
      tx.updateTable('users').set({ email: 'new-ben@example.com' }).where('id', '=', ben.id).execute(),
    )
    const { id: late, email } = await t.make.person('learner', { portal })
    for (const is of [null, `new.${email}`])
      await t.platform((tx) => tx.updateTable('users').set({ email: is }).where('id', '=', late).execute())
    expect((await history(admin, { kind: 'person', user_id: late })).slice(0, 2)).toEqual([
      ['Portico', `E-mail: null → new.${email}`],
      ['Portico', `E-mail: ${email} → null`],
    ])
    const entries = await history(admin, of)
    expect(entries.slice(0, 2)).toEqual([
      ['Portico', `E-mail: ${ben.email} → new-ben@example.com`],
      ['Ben Ross-Hill', 'Last name: Rossi → Ross-Hill'],
    ])
    expect(entries.slice(2, -2)).toEqual([
      ['Ada Lane, by an import', 'Last name: Ross → Rossi'],
      ['Ada Lane', 'Blocked: Yes → No'],
      ['Ada Lane', 'Blocked: No → Yes'],
      ['Ada Lane', 'Tag taken: Night shift → null'],
      ['Ada Lane', 'Tag given: null → Day shift'],
      ['Ada Lane', 'Tag given: null → Night shift'],
      ['Ada Lane', 'Role given: null → Manager'],
      ['Ada Lane', 'Phone: null → +1 212 555 0147', 'City: Lynn → Salem'],
    ])
    expect(entries.slice(-2)).toEqual([
      ['Portico', 'Role given: null → Learner'],
      ['Portico', 'In this portal: No → Yes'],
    ])
  })

  test('a super admin who works as somebody is named, and a change that fails leaves nothing (HIS-001, HIS-002)', async () => {
    const { admin, portal, ben, api, of } = await setUp()
    const chief = await t.make.person('super_admin', { portal, first_name: 'Sue', last_name: 'Perr' })
    await t.platform((tx) =>
      tx.updateTable('sessions').set({ impersonator_id: chief.id }).where('user_id', '=', admin.id).execute(),
    )
    await api.call(updateUser, { params: { id: ben.id }, body: { city: 'Salem' } })
    const failed = t.app.db.withPortal(portal.id, async (tx) => {
      await tx.updateTable('portal_users').set({ city: 'Reno' }).where('user_id', '=', ben.id).execute()
      throw new Error('undone')
    })
    await expect(failed).rejects.toThrow('undone')
    expect((await history(chief, of))[0]).toEqual(['Sue Perr, working as Ada Lane', 'City: Lynn → Salem'])
  })

  test('a bulk change names who ran it (HIS-002)', async () => {
    const { portal, admin, course_id } = await enrolling(t).school()
    const guide = await t.make.person('instructor', { portal })
    const bulk = bulkChanging(t)
    await bulk.run(admin, (await bulk.enroll(admin, course_id, [guide.id])).id)
    const [[who, ...changes] = []] = await history(admin, { kind: 'person', user_id: guide.id })
    expect(who).toMatch(/^Pat Person.*, by a bulk change$/)
    expect(changes).toEqual(['Role given: null → Learner'])
  })

  test('settings, terms, and company are one history, by part, person, and day, and in the export (HIS-001, HIS-007, HIS-008, HIS-009)', async () => {
    const { admin, portal, api } = await setUp()
    const other = await t.make.person('portal_admin', { portal, first_name: 'Cleo', last_name: 'Moor' })
    const company = await t.platform((tx) =>
      tx.selectFrom('companies').select('id').where('portal_id', '=', portal.id).executeTakeFirstOrThrow(),
    )
    await api.call(updateSettings, {
      body: { has_blog: true, site_header: { layout: 'centered', has_search: true, action: null } },
    })
    await api.call(updateTerms, { body: { terms: `<p>${'Be safe. '.repeat(40)}</p>` } })
    await waitUntil(3)
    await t.as(other).call(updateCompany, { params: { id: company.id }, body: { fax: '+1 212 555 0148' } })
    const of = { kind: 'settings' } as const
    const [fax, terms, settings] = [
      ['Cleo Moor', 'Fax: null → +1 212 555 0148'],
      ['Ada Lane', 'Terms: null → Text changed'],
      ['Ada Lane', 'Blog: No → Yes', 'Header: null → Custom'],
    ]
    expect(await history(admin, of)).toEqual([fax, terms, settings])
    expect(await history(admin, of, { part: 'look' })).toEqual([settings])
    expect(await history(admin, of, { search: 'cleo' })).toEqual([fax])
    expect(await history(admin, of, { date_to: addDays(TODAY, 2) })).toEqual([terms, settings])
    expect(await history(admin, of, { date_from: addDays(TODAY, 3), date_to: addDays(TODAY, 3) })).toEqual([fax])
    const rows = await csv(admin, `/history/export?kind=settings&search=ada`)
    expect(rows.map(({ Who, Field, Before, After }) => [Who, Field, Before, After])).toEqual([
      ['Ada Lane', 'Terms', '', 'Text changed'],
      ['Ada Lane', 'Blog', 'No', 'Yes'],
      ['Ada Lane', 'Header', '', 'Custom'],
    ])
  })

  test('what a portal forgets of somebody is forgotten in the history as well; that it changed stays (HIS-006, USR-011)', async () => {
    const { admin, portal, ben, api, of } = await setUp()
    const params = { id: ben.id }
    await api.call(updateUser, { params, body: { city: 'Salem', last_name: 'Rossi' } })
    await t.platform((tx) =>
      tx.updateTable('users').set({ email: 'secret@example.com' }).where('id', '=', ben.id).execute(),
    )
    // In another portal as well: the name stays here, and the address goes.
    const elsewhere = await t.make.portal()
    await t.make.role(ben.id, elsewhere, 'learner')
    await api.call(deleteUser, { params })
    expect(await history(admin, of, { part: 'addresses' })).toEqual([
      ['Ada Lane', 'In this portal: Yes → No', 'City: deleted'],
      ['Ada Lane', 'Last name: Ross → Rossi', 'City: deleted'],
    ])
    // Nobody's account any more: names and e-mail go too.
    const chief = await t.make.person('portal_admin', { portal: elsewhere })
    await t.as(chief).call(deleteUser, { params })
    const kept = await t.platform((tx) =>
      tx
        .selectFrom('record_changes')
        .select(['fields', 'changed'])
        .where('portal_id', '=', portal.id)
        .where('record_id', '=', ben.id)
        .execute(),
    )
    expect(kept.flatMap(({ fields }) => fields)).toEqual(
      expect.arrayContaining(['city', 'last_name', 'email', 'first_name']),
    )
    expect(JSON.stringify(kept.map(({ changed }) => changed))).not.toMatch(/Salem|Lynn|Ross|Ben|example\.com/)
    const { lines, fields } = await preview(admin, of, { change_id: await newestId(admin, of) })
    expect(fields).toEqual([])
    expect(new Set(lines.map(({ reason }) => reason))).toEqual(new Set(['This person left the portal.']))
  })

  test('no role of the program rewrites the history, and what is older than 5 years is deleted at night (HIS-004)', async () => {
    const { admin, portal, ben, api, of } = await setUp()
    await api.call(updateUser, { params: { id: ben.id }, body: { city: 'Salem' } })
    for (const change of ["update record_changes set changed = '{}'", 'delete from record_changes']) {
      const attempt = t.app.db.withPortal(portal.id, (tx) => run(tx, change))
      await expect(attempt).rejects.toMatchObject({ code: '42501' })
    }
    await expect(t.platform((tx) => run(tx, "update record_changes set changed = '{}'"))).rejects.toMatchObject({
      code: '42501',
    })
    await t.platform((tx) =>
      tx
        .insertInto('record_changes')
        .values({
          portal_id: portal.id,
          kind: 'person',
          record_id: ben.id,
          fields: ['city'],
          changed: JSON.stringify({ city: ['Reno', 'Lynn'] }),
          origin: 'program',
          created_at: new Date('2019-01-01T00:00:00Z'),
        })
        .execute(),
    )
    expect(await history(admin, of, { part: 'addresses' })).toHaveLength(2)
    await runJob('history.forget')
    expect(await history(admin, of, { part: 'addresses' })).toEqual([['Ada Lane', 'City: Lynn → Salem']])
  })
})

describe('as of a day', () => {
  test('a person is shown as they were at the end of it, with what differs, and put back in one step (HIS-010, HIS-011, HIS-015)', async () => {
    const { admin, portal, ben, api, of } = await setUp()
    const params = { id: ben.id }
    const night = await tag(portal, 'Night shift')
    await api.call(updateUserTags, { params, body: { tag_ids: [night] } })
    await waitUntil(3)
    await api.call(updateUser, { params, body: { city: 'Salem' } })
    await api.call(updateRoles, { params, body: { role_ids: ['learner', 'instructor'], portal_id: portal.id } })
    await api.call(updateUserTags, { params, body: { tag_ids: [] } })
    await waitUntil(5)
    const on = addDays(TODAY, 2)
    const { data } = await api.call(showPastState, { query: { ...of, on } })
    expect(data.existed).toBe(true)
    expect(
      data.fields.filter(({ differs }) => differs).map(({ label, before, now: is }) => [label, before, is]),
    ).toEqual([
      ['City', 'Lynn', 'Salem'],
      ['Roles', 'Learner', 'Instructor, Learner'],
      ['Tags', 'Night shift', null],
    ])
    expect(data.fields.find(({ field }) => field === 'last_name')).toMatchObject({
      before: 'Ross',
      now: 'Ross',
      differs: false,
    })
    expect(await restore(admin, of, { on })).toEqual(['city', 'roles', 'tags'])
    const [newest] = (await api.call(listHistory, { query: of })).data
    expect(newest).toMatchObject({
      made_by: 'Ada Lane',
      restored: expect.stringMatching(/^As of [A-Z][a-z]{2} \d+ \d{4}$/),
    })
    const after = (await api.call(showPastState, { query: { ...of, on } })).data
    expect(after.fields.filter(({ differs }) => differs)).toEqual([])
    // What the restore changed can be restored in turn.
    expect((await preview(admin, of, { on: addDays(TODAY, 4) })).fields).toEqual(['city', 'roles', 'tags'])
  })

  test('today, a later day, one beyond 5 years, and one before the person came are refused or say so (HIS-010)', async () => {
    const { admin, api, of } = await setUp()
    for (const on of [dayOf(now, ZONE), addDays(dayOf(now, ZONE), 1), addDays(TODAY, -6 * 365)])
      await expect(api.call(showPastState, { query: { ...of, on } })).rejects.toMatchObject({ code: 'invalid' })
    const before = { ...of, on: addDays(TODAY, -30) }
    expect((await api.call(showPastState, { query: before })).data).toMatchObject({ existed: false, fields: [] })
    await expect(preview(admin, of, { on: before.on })).rejects.toMatchObject({ status: 422 })
    await expect(api.call(showPastState, { query: { kind: 'person', on: addDays(TODAY, -1) } })).rejects.toMatchObject({
      status: 422,
    })
  })
})

describe('a restore', () => {
  test('puts one change back by the rules of its screen, in the log and in the history (HIS-011, HIS-012, HIS-015)', async () => {
    const { admin, ben, api, of } = await setUp()
    const params = { id: ben.id }
    await api.call(updateUser, { params, body: { city: 'Salem', direct_number: '+1 212 555 0147' } })
    const change_id = await newestId(admin, of)
    await api.call(updateUser, { params, body: { city: 'Reno' } })
    const shown = await preview(admin, of, { change_id })
    expect(shown.lines.map(({ label, from, to, is_changed_since }) => [label, from, to, is_changed_since])).toEqual([
      ['Phone', '+1 212 555 0147', null, false],
      ['City', 'Reno', 'Lynn', true],
    ])
    expect(await restore(admin, of, { change_id })).toEqual(['direct_number', 'city'])
    expect((await history(admin, of))[0]).toEqual(['Ada Lane', 'Phone: +1 212 555 0147 → null', 'City: Reno → Lynn'])
    const logged = await t.platform((tx) =>
      tx
        .selectFrom('activity_logs')
        .select('action')
        .where('subject_id', '=', ben.id)
        .where('action', 'like', 'user.%')
        .orderBy('id', 'desc')
        .limit(2)
        .execute(),
    )
    expect(logged.map(({ action }) => action)).toEqual(['user.restore', 'user.update'])
    // A form that was open is refused.
    await expect(api.call(updateUser, { params, body: { city: 'Old' } }, { version: 2 })).rejects.toMatchObject({
      code: 'record_changed',
    })
  })

  test('of settings changes them for everyone and leaves what the platform sets (HIS-012, HIS-013)', async () => {
    const { admin, portal, api } = await setUp()
    const of = { kind: 'settings' } as const
    await api.call(updateSettings, { body: { has_blog: true, type: 2 } })
    await t.platform((tx) => tx.updateTable('portals').set({ name: 'Renamed' }).where('id', '=', portal.id).execute())
    await waitUntil(2)
    const on = TODAY
    const { lines } = await preview(admin, of, { on })
    expect(lines.map(({ label, reason }) => [label, reason])).toEqual([
      ['Blog', null],
      ['Type', 'The type of a portal cannot be changed once it has been chosen.'],
    ])
    expect(await restore(admin, of, { on })).toEqual(['has_blog'])
    const [row] = await history(admin, of)
    expect(row).toEqual(['Ada Lane', 'Blog: Yes → No'])
    const renamed = (await api.call(listHistory, { query: { ...of, part: 'platform' } })).data[0]
    expect((await preview(admin, of, { change_id: renamed?.id })).lines).toMatchObject([
      { label: 'Portal name', reason: 'The platform changes it under Portals.' },
    ])
  })

  test('does what was shown or nothing, and says what stands in the way (HIS-013, HIS-014, ERR-190, ERR-191)', async () => {
    const { admin, portal, ben, api, of } = await setUp()
    const params = { id: ben.id }
    for (const body of [{ username: 'benross' }, { city: 'Salem' }, { username: 'bross' }])
      await api.call(updateUser, { params, body })
    const change_id = await newestId(admin, of)
    const taker = await t.make.person('learner', { portal, first_name: 'Tia', last_name: 'Taker' })
    await api.call(updateUser, { params: { id: taker.id }, body: { username: 'BenRoss' } })
    const blocked = await preview(admin, of, { change_id })
    expect(blocked.lines).toMatchObject([{ field: 'username', reason: 'Tia Taker has this username now.' }])
    const body = { ...of, change_id, seen_id: blocked.seen_id, fields: blocked.fields as [] }
    await expect(api.call(restoreHistory, { body })).rejects.toMatchObject({ status: 422, code: 'nothing_to_restore' })

    const cityChange = (await api.call(listHistory, { query: { ...of, part: 'addresses' } })).data[0]?.id ?? 0
    const seen = await preview(admin, of, { change_id: cityChange })
    expect(seen.fields).toEqual(['city'])
    await api.call(updateUser, { params, body: { middle_name: 'Q' } })
    const late = { ...of, change_id: cityChange, seen_id: seen.seen_id, fields: seen.fields }
    const put = async (body: object) =>
      (await t.request(admin, { ...RESTORE, payload: body })).json().code ?? 'restored'
    expect(await put(late)).toBe('history_moved_on')
    expect((await history(admin, of))[0]).toEqual(['Ada Lane', 'Middle name: null → Q'])
    // Of two at once one restores, and the other has not seen that.
    const fresh = { ...late, seen_id: (await preview(admin, of, { change_id: cityChange })).seen_id }
    expect((await Promise.all([put(fresh), put(fresh)])).toSorted()).toEqual(['history_moved_on', 'restored'])
    expect((await history(admin, of, { part: 'addresses' }))[0]).toEqual(['Ada Lane', 'City: Salem → Lynn'])
  })

  test('needs the rights of the screens, and stays within the portal (HIS-007, HIS-012, HIS-017, API-021)', async () => {
    const { admin, portal, ben, api, of } = await setUp()
    const elsewhere = await t.make.person('portal_admin')
    await api.call(updateUser, { params: { id: ben.id }, body: { city: 'Salem' } })
    const change_id = await newestId(admin, of)
    for (const call of [
      () => t.as(elsewhere).call(listHistory, { query: of }),
      () => t.as(elsewhere).call(showPastState, { query: { ...of, on: addDays(TODAY, -1) } }),
      () => t.as(elsewhere).call(previewRestore, { query: { ...of, change_id } }),
      () => t.as(elsewhere).call(restoreHistory, { body: { ...of, change_id, seen_id: change_id, fields: ['city'] } }),
    ])
      await expect(call()).rejects.toMatchObject(MISSING)
    for (const role of ['sub_admin', 'course_admin', 'manager', 'learner'] as const) {
      const person = await t.make.person(role, { portal })
      await expect(t.as(person).call(listHistory, { query: of })).rejects.toMatchObject(FORBIDDEN)
    }
    // Somebody above: seen, and not changed.
    const above = await t.make.person('admin', { portal, city: 'Lynn' })
    await t.platform((tx) =>
      tx.updateTable('portal_users').set({ city: 'Reno' }).where('user_id', '=', above.id).execute(),
    )
    const ofAbove = { kind: 'person', user_id: above.id } as const
    const { lines } = await preview(admin, ofAbove, { change_id: await newestId(admin, ofAbove) })
    expect(lines).toMatchObject([{ field: 'city', reason: 'You cannot change this person.' }])
  })
})
