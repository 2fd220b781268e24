import { describe, expect, test } from 'vitest'
import { type TestPerson, testApp } from '../../../../tests/api.ts'
import { freshEmail as fresh, inviting } from '../../../../tests/invitations/inviting.ts'
import { cancelInvite, invite, listInvites, reinvite } from '../contract.ts'

const t = testApp()
const { make, learner, enrollByEmail, withCredits, send, creditsOf, tokenOf } = inviting(t)
const NOT_FOUND = { status: 404, code: 'not_found' }

describe('inviting (MGR-004, MGR-006, MGR-007, MGR-015, MGR-016)', () => {
  test('each invitation reserves one credit of the manager, and is listed without its token', async () => {
    const { manager, course } = await withCredits()
    const emails = [fresh(), fresh()]
    const { data } = await send(
      manager,
      course.slug,
      emails[0] ?? '',
      ` ${(emails[1] ?? '').toUpperCase()} `,
      emails[0] ?? '',
    )
    expect(data.invited.map(({ email }) => email)).toEqual([...emails].sort())
    expect(data.invited[0]).toMatchObject({
      course_id: course.id,
      manager_id: manager.id,
      role_id: 'learner',
      status: 1,
      accepted_at: null,
      failure: null,
    })
    expect(await creditsOf(manager, course.slug)).toEqual([3, 2, 0])
    const token = await tokenOf(emails[0] ?? '')
    const listed = await t.as(manager).call(listInvites)
    expect(listed.data.map(({ email }) => email).sort()).toEqual([...emails].sort())
    expect(JSON.stringify(listed)).not.toContain(token)
    expect(token.length).toBeGreaterThan(20)
  })

  test('more than 50 e-mails, no e-mail and a wrong one are refused (VAL-016, VAL-026, ERR-086)', async () => {
    const { manager, course } = await withCredits()
    const many = Array.from({ length: 51 }, fresh)
    await expect(send(manager, course.slug, ...many)).rejects.toMatchObject({
      status: 422,
      errors: { emails: ["You can't send more than 50 emails"] },
    })
    await expect(send(manager, course.slug)).rejects.toMatchObject({ status: 422 })
    await expect(send(manager, course.slug, 'nobody')).rejects.toMatchObject({ status: 422 })
    expect(await creditsOf(manager, course.slug)).toEqual([5, 0, 0])
  })

  test('with too few credits nobody is invited; learners and invited people are refused, the others are invited (MGR-021)', async () => {
    const { manager, course, portal, admin } = await withCredits(2)
    await expect(send(manager, course.slug, fresh(), fresh(), fresh())).rejects.toMatchObject({
      code: 'own_credits_not_enough',
    })
    expect(await creditsOf(manager, course.slug)).toEqual([2, 0, 0])
    const known = await learner(portal)
    await enrollByEmail(admin, course.id, known)
    const [open, other] = [fresh(), fresh()]
    await send(admin, course.slug, open)
    const { data } = await send(manager, course.slug, known.email, open, other)
    expect(data.invited.map(({ email }) => email)).toEqual([other])
    expect(data.refused.map(({ email, message }) => [email, message]).sort()).toEqual(
      [
        [known.email, 'This user is already an active learner of the course.'],
        [open, 'This person has an open invitation to the course.'],
      ].sort(),
    )
    await expect(send(manager, course.slug, open)).rejects.toMatchObject({ status: 422 })
    expect(await creditsOf(manager, course.slug)).toEqual([1, 1, 0])
  })

  test('a repeated request invites once, and another portal or a foreign course answers 404 (API-024)', async () => {
    const { manager, course } = await withCredits()
    const args = { params: { slug: course.slug }, body: { emails: [fresh()] } }
    const options = { idempotency_key: `invite-${course.id}` }
    const one = await t.as(manager).call(invite, args, options)
    const two = await t.as(manager).call(invite, args, options)
    expect(two).toEqual(one)
    expect(await creditsOf(manager, course.slug)).toEqual([4, 1, 0])
    const elsewhere = await withCredits()
    await expect(send(elsewhere.manager, course.slug, fresh())).rejects.toMatchObject(NOT_FOUND)
    const unmanaged = await make.course(elsewhere.portal)
    await expect(send(elsewhere.manager, unmanaged.slug, fresh())).rejects.toMatchObject(NOT_FOUND)
    const id = one.data.invited[0]?.id ?? 0
    for (const call of [cancelInvite, reinvite])
      for (const who of [elsewhere.manager, elsewhere.admin])
        await expect(t.as(who).call(call, { params: { id } })).rejects.toMatchObject(NOT_FOUND)
  })

  test('an administrator invites with credits of the portal; another manager does not see or touch it', async () => {
    const { admin, manager, course, portal } = await withCredits(5)
    const before = await make.numbers(portal)
    const { data } = await send(admin, course.slug, fresh())
    const after = await make.numbers(portal)
    expect([after.remaining - before.remaining, after.distributed - before.distributed]).toEqual([-1, 1])
    const id = data.invited[0]?.id ?? 0
    expect((await t.as(manager).call(listInvites)).data).toEqual([])
    await expect(t.as(manager).call(cancelInvite, { params: { id } })).rejects.toMatchObject(NOT_FOUND)
    expect((await t.as(admin).call(listInvites, { query: { status: 'open' } })).data.map((one) => one.id)).toEqual([id])
  })
})

describe('a sheet of people (MGR-015, MGR-016, MGR-020)', () => {
  const upload = async (who: TestPerson, slug: string, sheet: string, isCheck = false) => {
    const files = new FormData()
    files.set('file', new Blob([sheet]), 'people.csv')
    if (isCheck) files.set('is_check', 'true')
    const multipart = new Response(files)
    return t.request(who, {
      method: 'POST',
      url: `/api/v1/admin/courses/${slug}/bulk-invite`,
      payload: Buffer.from(await multipart.arrayBuffer()),
      headers: { 'content-type': multipart.headers.get('content-type') ?? '' },
    })
  }

  test('a check says who would be invited and why others would not; then those are, with their names', async () => {
    const { manager, course } = await withCredits(3)
    const [one, two, open] = [fresh(), fresh(), fresh()]
    await send(manager, course.slug, open)
    const sheet = `E-mail;First name;Last name\n${one};Ana;Díaz\nnobody;X;Y\n${two.toUpperCase()};;\n${one};Again;\n${open};;\n`
    const checked = (await upload(manager, course.slug, sheet, true)).json().data
    expect(checked.ready).toEqual([
      { email: one, first_name: 'Ana', last_name: 'Díaz', row: 2 },
      { email: two, first_name: null, last_name: null, row: 4 },
    ])
    expect(checked.refused.map(({ row, code }: { row: number; code: string }) => [row, code])).toEqual([
      [3, 'email_invalid'],
      [5, 'invalid'],
      [6, 'invalid'],
    ])
    expect([checked.remaining, ...(await creditsOf(manager, course.slug))]).toEqual([2, 2, 1, 0])
    const done = (await upload(manager, course.slug, sheet)).json().data
    expect(
      done.invited.map(({ email, first_name }: { email: string; first_name: string }) => [email, first_name]),
    ).toEqual(
      [
        [one, 'Ana'],
        [two, null],
      ].sort(),
    )
    expect(await creditsOf(manager, course.slug)).toEqual([0, 3, 0])
  })

  test('an unreadable sheet, one without its column, or one with too many people is reported', async () => {
    const { manager, course } = await withCredits()
    const problemOf = async (sheet: string) => {
      const answer = await upload(manager, course.slug, sheet)
      return [answer.statusCode, answer.json().code]
    }
    expect(await problemOf('first_name\nAna\n')).toEqual([422, 'sheet_unreadable'])
    expect(await problemOf('email\n')).toEqual([422, 'sheet_unreadable'])
    expect(await problemOf(`email\n${Array.from({ length: 501 }, fresh).join('\n')}`)).toEqual([
      422,
      'sheet_unreadable',
    ])
    expect(await creditsOf(manager, course.slug)).toEqual([5, 0, 0])
  })
})
