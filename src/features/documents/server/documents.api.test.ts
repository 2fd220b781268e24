import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { correctFact, createRequirement, savePlaces, showMatrix, showProof } from '#features/compliance/contract.ts'
import { showDashboard } from '#features/dashboard/contract.ts'
import { makePersonEvidence } from '#features/evidence/contract.ts'
import { listExports } from '#features/exports/contract.ts'
import { exportPersonalData } from '#features/personal-data/contract.ts'
import { addDays, dayOf } from '#kernel/format/day.ts'
import { type TestPerson, type TestPortal, testApp } from '../../../../tests/api.ts'
import { checking, entriesOf } from '../../../../tests/evidence/files.ts'
import { multipart, png } from '../../../../tests/multipart.ts'
import { listDocumentsToReview, listOwnDocuments } from '../contract.ts'
import { acceptedDocuments, forgetDocumentsOf } from './api.ts'

const TODAY = dayOf(new Date(), 'America/New_York')
const ago = (days: number) => addDays(TODAY, -days)
const t = testApp()

const PDF = Buffer.from('%PDF-1.4\n1 0 obj<</Type/Catalog>>endobj\ntrailer<</Root 1 0 R>>\n%%EOF\n')

type Sent = { name: string; bytes: Buffer; type: string } | null
type Values = Record<string, string | number>

const GOOD = { number: 'CR-1', from_day: ago(30), until_day: ago(-400) }

/** A portal with an admin, a learner at a plant, and a license that everyone there needs. */
const plant = async (more: { manager?: boolean } = {}) => {
  const portal = await t.make.portal({ time_zone: 'America/New_York' })
  const admin = await t.make.person('portal_admin', { portal, first_name: 'Ruth', last_name: 'Registrar' })
  const ada = await t.make.person('learner', { portal, first_name: 'Ada', last_name: 'Ames' })
  const mara = more.manager ? await t.make.person('manager', { portal, first_name: 'Mara' }) : null
  await t.as(admin).call(savePlaces, {
    body: { user_ids: [ada.id], from_day: ago(300), site: 'Plant 1', ...(mara && { team_id: mara.id }) },
  })
  const { id } = (
    await t.as(admin).call(createRequirement, {
      body: {
        ...{ kind: 'license', title: 'Crane license', from_day: ago(300), sites: ['Plant 1'] },
        asks: ['number', 'expiry', 'file'],
        hint: 'Both sides',
      } as never,
    })
  ).data
  return { portal, admin, ada, mara: mara as TestPerson, id }
}
type Plant = Awaited<ReturnType<typeof plant>>

const send = async (who: TestPerson, id: number, values: Values = {}, file?: Sent) => {
  const sent = file === undefined ? { name: 'card.png', bytes: png(60, 40), type: 'image/png' } : file
  const fields = Object.fromEntries(
    Object.entries({ requirement_id: id, ...GOOD, ...values })
      .filter(([, value]) => value !== '')
      .map(([name, value]) => [name, String(value)]),
  )
  return t.request(who, {
    method: 'POST',
    url: '/api/v1/documents',
    ...(await multipart({ ...fields, ...(sent && { file: sent }) })),
  })
}
const sendGood = async (who: TestPerson, id: number, values: Values = {}) => {
  const answer = await send(who, id, values)
  expect(answer.statusCode, answer.body).toBe(200)
  return answer.json().data as { id: number; state: string; file: { url: string } }
}
const decide = (who: TestPerson, id: number, body: Record<string, unknown>) =>
  t.request(who, { method: 'POST', url: `/api/v1/compliance/documents/${id}/decision`, payload: body })
const own = async (who: TestPerson) => (await t.as(who).call(listOwnDocuments)).data
const waiting = async (who: TestPerson) => (await t.as(who).call(listDocumentsToReview)).data
const cell = async ({ admin, ada }: Plant, on = TODAY) =>
  (await t.as(admin).call(showMatrix, { query: { on } })).data.people.find(({ id }) => id === ada.id)?.cells[0]
const newsOf = ({ id: portal_id }: TestPortal, { id }: { id: number }) =>
  t.platform((tx) =>
    tx
      .selectFrom('notifications')
      .select(['title', 'text', 'link'])
      .where('portal_id', '=', portal_id)
      .where('user_id', '=', id)
      .where('kind', '=', 'document')
      .orderBy('id')
      .execute(),
  )

test('an upload waits, is rejected with a reason, comes again, is accepted, counts from its issue date, and is taken back (CMP-016, CMP-017, CMP-018, CMP-019, CMP-020, CMP-021, CMP-022)', async () => {
  const all = await plant()
  const { portal, admin, ada, id } = all
  expect(await own(ada)).toMatchObject([
    { id, kind: 'license', standing: 'missing', hint: 'Both sides', documents: [] },
  ])
  const first = await sendGood(ada, id)
  expect(await cell(all)).toBe('under_review')
  expect(await waiting(admin)).toMatchObject({
    count: 1,
    documents: [{ id: first.id, number: 'CR-1', can_decide: true }],
  })

  expect((await decide(admin, first.id, { decision: 'rejected' })).json().errors).toHaveProperty('reason')
  expect((await decide(admin, first.id, { decision: 'rejected', reason: 'It is blurred' })).statusCode).toBe(204)
  expect(await cell(all)).toBe('missing')
  expect(await own(ada)).toMatchObject([{ documents: [{ state: 'rejected', reason: 'It is blurred' }] }])

  const second = await sendGood(ada, id, { number: 'CR-2' })
  expect((await decide(admin, second.id, { decision: 'accepted' })).statusCode).toBe(204)
  expect(await cell(all)).toBe(`valid ${GOOD.until_day}`)
  expect(await cell(all, ago(30))).toBe(`valid ${GOOD.until_day}`)
  expect(await cell(all, ago(31))).toBe('missing')
  expect((await newsOf(portal, ada)).map(({ title, link }) => [title, link])).toEqual([
    ['Crane license was not accepted', '/profile/documents'],
    ['Crane license was accepted', '/profile/documents'],
  ])
  expect(await newsOf(portal, admin)).toMatchObject([{ text: 'Ada Ames uploaded Crane license.' }, {}])

  const proof = async () =>
    (await t.as(admin).call(showProof, { params: { userId: ada.id, id }, query: {} })).data.facts
  const facts = await proof()
  expect(facts.map(({ kind, document }) => [kind, document?.number]).sort()).toEqual([
    ['document_accepted', 'CR-2'],
    ['document_rejected', 'CR-1'],
    ['document_submitted', 'CR-1'],
    ['document_submitted', 'CR-2'],
  ])
  const accepted = facts.find(({ kind }) => kind === 'document_accepted')
  await t.as(admin).call(correctFact, { params: { id: accepted?.id ?? 0 }, body: { reason: 'Wrong person' } })
  expect(await cell(all)).toBe('under_review')
  expect((await waiting(admin)).documents).toMatchObject([{ id: second.id }])
  expect((await newsOf(portal, ada)).at(-1)?.title).toBe('Crane license is under review again')
  const { rows } = await t.platform((tx) =>
    sql<{
      action: string
    }>`select action from activity_logs where portal_id = ${portal.id} and action like 'user.%-document'
      order by id`.execute(tx),
  )
  expect(rows.map(({ action }) => action.slice(5))).toEqual([
    ...['upload-document', 'reject-document', 'upload-document', 'accept-document'],
  ])
})

test('who accepts a document corrects its dates: these count, for the person, in the proof, the signed file and the log (CMP-029)', async () => {
  const all = await plant()
  const { portal, admin, ada, id } = all
  const { id: document } = await sendGood(ada, id)
  const accept = (from_day: string, until_day: string | null) =>
    decide(admin, document, { decision: 'accepted', days: { from_day, until_day } })
  for (const [from, until, field] of [
    [ago(-1), GOOD.until_day, 'from_day'],
    [ago(10), ago(11), 'until_day'],
    [ago(10), ago(1), 'until_day'],
    [ago(10), null, 'until_day'],
  ] as const)
    expect(Object.keys((await accept(from, until)).json().errors)).toEqual([field])
  expect(await cell(all)).toBe('under_review')

  expect((await accept(ago(40), ago(-5))).statusCode).toBe(204)
  expect(await cell(all)).toBe(`valid ${ago(-5)}`)
  expect(await cell(all, ago(40))).toBe(`valid ${ago(-5)}`)
  expect(await own(ada)).toMatchObject([{ documents: [{ from_day: ago(40), until_day: ago(-5), state: 'accepted' }] }])
  const proof = (await t.as(admin).call(showProof, { params: { userId: ada.id, id }, query: {} })).data.facts
  expect(proof.find(({ kind }) => kind === 'document_accepted')).toMatchObject({ day: ago(40), until_day: ago(-5) })
  const signed = await t.platform((tx) =>
    acceptedDocuments(tx, { portal_id: portal.id, user_id: ada.id }, { now: new Date(), time_zone: 'UTC' }),
  )
  expect(signed.map((each) => each.document)).toMatchObject([{ issued_on: ago(40), valid_until: ago(-5) }])
  const { rows } = await t.platform((tx) =>
    sql<{ changes: object }>`select changes from activity_logs
      where portal_id = ${portal.id} and action = 'user.accept-document'`.execute(tx),
  )
  expect(rows[0]?.changes).toMatchObject({
    uploaded_days: [GOOD.from_day, GOOD.until_day],
    accepted_days: [ago(40), ago(-5)],
  })
})

test('the same upload twice counts once, another one replaces it, and there is one decision (CMP-018, CMP-019)', async () => {
  const all = await plant()
  const { portal, admin, ada, id } = all
  const [one, two] = await Promise.all([sendGood(ada, id), sendGood(ada, id)])
  expect(one.id).toBe(two.id)
  const newer = await sendGood(ada, id, { number: 'CR-2' })
  expect((await own(ada))[0]?.documents.map(({ id, state }) => [id, state])).toEqual([
    [newer.id, 'waiting'],
    [one.id, 'replaced'],
  ])
  expect((await waiting(admin)).documents.map((each) => each.id)).toEqual([newer.id])
  const late = await decide(admin, one.id, { decision: 'accepted' })
  expect([late.statusCode, late.json().message]).toEqual([409, expect.stringContaining('newer document')])

  const other = await t.make.person('portal_admin', { portal, first_name: 'Otto', last_name: 'Other' })
  const answers = await Promise.all([
    decide(admin, newer.id, { decision: 'accepted' }),
    decide(other, newer.id, { decision: 'rejected', reason: 'No' }),
  ])
  expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([204, 409])
  const refused = answers.find(({ statusCode }) => statusCode === 409)
  expect(refused?.json().message).toMatch(/^(Ruth Registrar accepted|Otto Other rejected) this document/)
  const winner = answers[0]?.statusCode === 204 ? admin : other
  const same = winner === admin ? { decision: 'accepted' } : { decision: 'rejected', reason: 'No' }
  expect((await decide(winner, newer.id, same)).statusCode).toBe(204)
  expect((await own(ada))[0]?.documents[0]?.state).toBe(same.decision)
})

test('a wrong upload says at its field what is wrong, and stores nothing (CMP-016, CMP-017)', async () => {
  const { admin, ada, id, portal } = await plant()
  const wrong = async (values: Values, file?: Sent) => {
    const answer = await send(ada, id, values, file)
    expect(answer.statusCode, answer.body).toBe(422)
    return Object.keys(answer.json().errors)
  }
  expect(await wrong({ until_day: ago(40) })).toEqual(['until_day'])
  expect(await wrong({ from_day: ago(-1) })).toEqual(['from_day'])
  expect(await wrong({ number: '', until_day: '' })).toEqual(['number', 'until_day'])
  expect(await wrong({}, null)).toEqual(['file'])
  expect(await wrong({}, { name: 'card.exe', bytes: PDF, type: 'application/pdf' })).toEqual(['file'])
  expect(await wrong({}, { name: 'card.pdf', bytes: png(9, 9), type: 'application/pdf' })).toEqual(['file'])
  const large = Buffer.concat([PDF, Buffer.alloc(20_971_520)])
  expect([413, 422]).toContain(
    (await send(ada, id, {}, { name: 'a.pdf', bytes: large, type: 'application/pdf' })).statusCode,
  )
  expect((await own(ada))[0]?.documents).toEqual([])
  expect((await send(admin, id)).statusCode).toBe(422)
  expect((await send(ada, id + 1000)).statusCode).toBe(404)
  const bare = await t.as(admin).call(createRequirement, {
    body: { kind: 'document', title: 'Clearance', from_day: ago(3), asks: [], hint: '' } as never,
  })
  expect(bare.data.terms).toMatchObject([{ asks: ['file'], hint: null }])
  const course = await t.as(admin).call(listOwnDocuments)
  expect(course.data.map(({ title }) => title)).toEqual(['Clearance'])
  expect(await newsOf(portal, admin)).toEqual([])
})

test('the person, admins and the own manager read the file; nobody else, and nobody decides about their own (CMP-019, CMP-022, CMP-023, CMP-027)', async () => {
  const { portal, admin, ada, mara, id } = await plant({ manager: true })
  const far = await plant()
  const stranger = await t.make.person('learner', { portal })
  const instructor = await t.make.person('instructor', { portal })
  const other = await t.make.person('manager', { portal })
  const { id: documentId, file } = await sendGood(ada, id)
  const status = async (who: TestPerson) => (await t.request(who, { method: 'GET', url: file.url })).statusCode
  const read = [ada, admin, mara, stranger, instructor, other, far.admin]
  expect(await Promise.all(read.map(status))).toEqual([200, 200, 200, 404, 404, 404, 404])
  const answer = await t.request(ada, { method: 'GET', url: file.url })
  expect([answer.headers['content-type'], answer.headers['cache-control']]).toEqual(['image/png', 'private, no-store'])
  expect([(await newsOf(portal, mara)).length, (await newsOf(portal, admin)).length]).toEqual([1, 0])

  const attention = async (who: TestPerson) =>
    (await t.as(who).call(showDashboard)).data.attention.filter(({ key }) => key === 'documents')
  const line = { text: '1 document waits for review', href: '/admin/compliance/documents' }
  expect([await attention(mara), await attention(admin)]).toMatchObject([[line], [line]])
  expect(await attention(other)).toEqual([])
  expect((await waiting(other)).count).toBe(0)
  expect((await waiting(far.admin)).count).toBe(0)
  for (const who of [other, far.admin])
    expect((await decide(who, documentId, { decision: 'accepted' })).statusCode).toBe(404)
  expect((await decide(instructor, documentId, { decision: 'accepted' })).statusCode).toBe(403)
  const facts = async (who: TestPerson) =>
    (await t.as(who).call(showProof, { params: { userId: ada.id, id }, query: {} })).data.facts
  expect((await facts(mara))[0]?.document?.file?.url).toBe(file.url)

  await t.as(admin).call(savePlaces, { body: { user_ids: [admin.id], from_day: ago(9), site: 'Plant 1' } })
  const mine = await sendGood(admin, id)
  expect((await waiting(admin)).documents.map(({ can_decide }) => can_decide)).toEqual([true, false])
  expect((await decide(admin, mine.id, { decision: 'accepted' })).statusCode).toBe(403)
  expect((await decide(mara, documentId, { decision: 'accepted' })).statusCode).toBe(204)
})

test('an inspector’s file has what was accepted, the own data has everything, and forgetting leaves the days (CMP-024, CMP-025)', async () => {
  const all = await plant()
  const { portal, admin, ada, id } = all
  const first = await sendGood(ada, id)
  await decide(admin, first.id, { decision: 'accepted' })
  await sendGood(ada, id, { number: 'CR-2' })
  const zipOf = async (who: TestPerson, fileId: number) => {
    await t.app.jobs.drain()
    const made = (await t.as(who).call(listExports)).data.files.find((one) => one.id === fileId)
    const { rawPayload } = await t.request(who, { method: 'GET', url: made?.url as string })
    return { zip: rawPayload, entries: await entriesOf(rawPayload) }
  }
  const started = await t.as(admin).call(makePersonEvidence, { params: { id: ada.id } })
  const { entries, zip } = await zipOf(admin, started.data.id)
  const listed = JSON.parse(String(entries.find(({ name }) => name === 'documents.json')?.data))
  expect(listed).toMatchObject([{ number: 'CR-1', accepted_by: 'Ruth Registrar', file: `documents/${first.id}.png` }])
  expect(entries.map(({ name }) => name)).toContain(`documents/${first.id}.png`)
  const checker = checking(entries.find(({ name }) => name === 'verify.mjs')?.data as Buffer)
  expect(await checker.check(zip)).toMatchObject({ is_valid: true })
  checker.close()

  const exported = await t.as(ada).call(exportPersonalData)
  const personal = await zipOf(ada, exported.data.id)
  const data = JSON.parse(String(personal.entries.find(({ name }) => name === 'documents.json')?.data))
  expect(data.map((each: { number: string; history: unknown[] }) => [each.number, each.history.length])).toEqual([
    ['CR-1', 2],
    ['CR-2', 1],
  ])
  expect(personal.entries.filter(({ name }) => name.startsWith('documents/'))).toHaveLength(2)

  const before = await cell(all)
  await t.platform((tx) => forgetDocumentsOf(tx, [{ portal_id: portal.id, user_id: ada.id }]))
  expect(await cell(all)).toBe(before)
  expect((await own(ada))[0]?.documents).toMatchObject([
    { number: null, file: null },
    { number: null, file: null, from_day: GOOD.from_day },
  ])
  expect((await t.request(ada, { method: 'GET', url: first.file.url })).statusCode).toBe(404)
})
