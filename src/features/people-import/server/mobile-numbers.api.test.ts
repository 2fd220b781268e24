import { expect, test } from 'vitest'
import { testApp } from '../../../../tests/api.ts'
import { badgeHolders } from '../../../../tests/badges/holders.ts'
import { importing } from '../../../../tests/sheets/importing.ts'
import { newNumber, texting } from '../../../../tests/text-messages/texting.ts'
import { deleteUser } from '../../users/contract.ts'
import { runImport } from '../contract.ts'

const t = testApp()
const holders = badgeHolders(t)
const { number, call, drain, textTo, proved } = texting(t, holders)
const imports = importing(t)
const AGREED = { has_consented: true }

const numbersIn = (portalId: number) =>
  t.platform((tx) =>
    tx
      .selectFrom('mobile_numbers')
      .select(['user_id', 'number', 'consent_by', 'consent_at', 'proved_at'])
      .where('portal_id', '=', portalId)
      .orderBy('number')
      .execute(),
  )
const stored = (importId: number) =>
  t.platform((tx) =>
    tx.selectFrom('people_import_rows').select(['data', 'written']).where('import_id', '=', importId).execute(),
  )

test('an import enters mobile numbers that nobody has confirmed, and the undo puts the former ones back (TXT-021, TXT-006, TXT-015, USR-066)', async () => {
  const at = await holders.setUp()
  const { admin, portal } = at
  const old = await proved(at)
  const own = await t.make.person('learner', { portal, email: 'own@mobile.example.com' })
  await t.make.person('learner', { email: 'both@mobile.example.com' })
  const [fresh, changed, plain] = [newNumber(), newNumber(), newNumber()]
  const sheet = [
    'E-mail,Badge number,First name,Last name,Mobile number',
    `,NEW-1,Nora,New,${fresh}`,
    `,${old.number},,,${changed.slice(2)}`,
    `own@mobile.example.com,,,,${plain}`,
    `${admin.email},,,,${newNumber()}`,
    ',NEW-2,Bad,Number,1 800 555 0199',
    ',NEW-3,No,Number,',
    `both@mobile.example.com,,Bo,Both,${newNumber()}`,
  ].join('\n')
  const checked = await imports.check(admin, sheet)
  // Those with a badge alone get no e-mail, and the question before the run says so.
  expect(checked).toMatchObject({ counts: { new: 3 }, new_without_email: 2 })
  expect(await imports.report(admin, checked.id)).toEqual([
    '2 | Nora New | New person | 0',
    '3 | Changed | 0',
    '4 | own@mobile.example.com | Changed | 0',
    `5 | ${admin.email} | Refused | You cannot enter a mobile number for this person. Leave the cell empty to import the rest of the row. | 0`,
    '6 | Bad Number | Refused | Mobile number: Please enter a mobile number, such as (212) 555-0147 or +44 7700 900123. | 0',
    '7 | No Number | New person | 0',
    '8 | both@mobile.example.com | Bo Both | New person | 0',
  ])
  expect(await numbersIn(portal.id)).toMatchObject([{ number: old.mobile }])

  // Nothing runs before the consent is confirmed, and nobody acting as somebody else confirms it.
  const unsure = t.as(admin).call(runImport, { params: { id: checked.id } })
  await expect(unsure).rejects.toMatchObject({ status: 422, errors: { has_consented: [expect.any(String)] } })
  expect(await imports.show(admin, checked.id)).toMatchObject({ status: 'checked' })
  const done = await imports.run(admin, checked.id, AGREED)
  expect(done).toMatchObject({ status: 'done', different: 0 })
  const entered = { consent_by: admin.id, proved_at: null }
  // Somebody who belongs to another portal as well is imported without it, as the page of the person allows none.
  expect((await imports.report(admin, checked.id)).at(-1)).toContain('The mobile number was left out')
  const now = await numbersIn(portal.id)
  expect(now).toEqual(
    [fresh, changed, plain].toSorted().map((each) => expect.objectContaining({ ...entered, number: each })),
  )

  // Another number has to be confirmed: nobody signs in by what a sheet said.
  await call(at, '/badge/text-link', { badge: old.number })
  await drain()
  expect(textTo(changed)).toBeUndefined()
  expect(textTo(old.mobile)?.body).not.toContain('Sign in within')
  const log = await t.platform((tx) =>
    tx
      .selectFrom('activity_logs')
      .select(['action', 'changes'])
      .where('portal_id', '=', portal.id)
      .where('action', 'in', ['user.join', 'user.update', 'mobile-number.enter'])
      .execute(),
  )
  expect(log).toContainEqual({ action: 'mobile-number.enter', changes: { number: `••• ${changed.slice(-4)}` } })
  expect(JSON.stringify(log.filter(({ action }) => action !== 'mobile-number.enter'))).not.toContain('mobile_number')

  // One confirms the number, one leaves: that one's number goes out of the rows as well.
  await number(at, own.id, newNumber())
  const row = now.find(({ number: each }) => each === fresh)
  await t.as(admin).call(deleteUser, { params: { id: row?.user_id as number } })
  const kept = JSON.stringify(await stored(checked.id))
  expect([kept.includes(fresh), kept.includes(changed)]).toEqual([false, true])

  const preview = await imports.previewUndo(admin, checked.id)
  expect(preview.rows.map(({ line, undo, reason, effects }) => [line, undo, reason, effects])).toEqual([
    [8, 'taken_back', null, ['Removed from this portal.']],
    [7, 'taken_back', null, ['Removed from this portal.']],
    [4, 'kept', 'Changed again since, so it stays: Mobile number.', []],
    [3, 'taken_back', null, [`Mobile number is ••• ${old.mobile.slice(-4)} again, not confirmed yet.`]],
    [2, 'kept', 'Is no longer in this portal.', []],
  ])
  expect(await imports.undo(admin, checked.id)).toMatchObject({ status: 'undone', taken_back: 3, kept: 2 })
  const after = (await numbersIn(portal.id)).find(({ user_id }) => user_id === old.id)
  expect(after).toMatchObject({ number: old.mobile, consent_by: admin.id, proved_at: null })
  expect(after?.consent_at).not.toEqual(now[0]?.consent_at)
})

test('an import with mobile numbers is run and undone by people themselves (TXT-021, TXT-006)', async () => {
  const at = await holders.setUp()
  const { id } = await imports.check(at.admin, `Badge,First name,Last name,SMS\nA-100,Ana,Ames,${newNumber()}`)
  const chief = await t.make.person('super_admin')
  const other = await t.make.person('portal_admin', { portal: at.portal })
  await t.platform((tx) =>
    tx.updateTable('sessions').set({ impersonator_id: chief.id }).where('user_id', '=', other.id).execute(),
  )
  for (const attempt of [() => imports.run(other, id, AGREED), () => imports.undo(other, id)])
    await expect(attempt()).rejects.toMatchObject({ code: 'not_enough_permissions' })
  expect(await numbersIn(at.portal.id)).toEqual([])
})
