import { createHash } from 'node:crypto'
import fc from 'fast-check'
import { afterAll, describe, expect, test } from 'vitest'
import { grade } from '#features/assignments/contract.ts'
import { createCertificates } from '#features/certificates/contract.ts'
import { resetExam, showExamProgress } from '#features/exams/contract.ts'
import { listSigningKeys, rotateSigningKey } from '#features/signing-keys/contract.ts'
import { keyDocument } from '#features/signing-keys/server/api.ts'
import { readPdfText } from '#platform/pdf/pdf-text.ts'
import { type TestPerson, testApp } from '../../../../tests/api.ts'
import { certificateMakers } from '../../../../tests/certificates.ts'
import { changed, checking, type Entry, entriesOf, packed } from '../../../../tests/evidence/files.ts'
import { evidenceMaking } from '../../../../tests/evidence/making.ts'
import { multipart } from '../../../../tests/multipart.ts'
import { examTaking } from '../../../../tests/taking.ts'
import { makeCourseEvidence, makeEnrollmentEvidence, makePersonEvidence, makePortalEvidence } from '../contract.ts'
import type { EvidenceRecord } from './record.ts'

// The rights of a person are known for a minute.
const clock = { shift: 0 }
const now = () => new Date(Date.now() + clock.shift)
const t = testApp({ now })
const takes = examTaking(t)
const certificates = certificateMakers(t)
const checkers: { close: () => void }[] = []
afterAll(() => {
  for (const checker of checkers) checker.close()
})

/** What the portal publishes at its public address; the journey reads it there. */
const published = ({ id }: { id: number }) =>
  t.platform((tx) => keyDocument(tx, { id, name: 'Portal', origin: 'https://portal.example.com' }))

const { made, download } = evidenceMaking(t)

/**
 * A learner who failed an exam, had it reset, passed it, handed in a task that was graded twice, finished the course and got
 * its certificate; and an admin who looks after them.
 */
const graduate = async () => {
  const who = await takes.taking({ attempts_number: 1, pools: [{ questions: 2 }] }, ['Assignment'])
  const { course, related_id: relatedId, person } = who
  const portal = course.portal
  const admin = await t.make.person('portal_admin', { portal, first_name: 'Ruth', last_name: 'Registrar' })
  await certificates.giveLogo({ portal, admin })
  await t.platform(async (tx) => {
    const { id } = await tx
      .insertInto('certificate_templates')
      .values({
        portal_id: portal.id,
        title: 'Certificate',
        text: 'Awarded to {user_name}.',
        signer_name: 'M. Ellison',
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    await tx.updateTable('courses').set({ certificate_template_id: id }).where('id', '=', course.id).execute()
  })
  await who.start()
  await takes.wrong(who, takes.at(who, 0))
  await takes.wrong(who, takes.at(who, 1))
  await t.as(admin).call(resetExam, who.args)
  await who.start()
  await takes.right(who, takes.at(who, 0))
  await takes.right(who, takes.at(who, 1))
  const task = course.outline[1]?.id as number
  const { payload, headers } = await multipart({ related_id: String(relatedId), text: 'My rescue plan' })
  const url = `/api/v1/learner/assignments/${task}/learner-response`
  expect((await t.request(person, { method: 'POST', url, payload, headers })).statusCode).toBe(200)
  const params = { assignmentId: task }
  await t.as(admin).call(grade, { params, body: { related_id: relatedId, score: 40, comment: 'Too short' } })
  await t.as(admin).call(grade, { params, body: { related_id: relatedId, score: 90, comment: 'Much better' } })
  await t.as(person).call(createCertificates, { body: { users_courses: [relatedId] } })
  await t.app.jobs.drain()
  return { ...who, portal, admin }
}

describe('a file about a person', () => {
  test('has what the screens say: attempts, answers, reset, changed grade, certificate, and who did what; the checker in it accepts it, and refuses every change by name (EVD-001, EVD-005, EVD-006, EVD-007, EVD-008)', async () => {
    const who = await graduate()
    const { admin, person, related_id: relatedId, course } = who
    const stranger = await takes.taking({ pools: [{ questions: 1 }] })
    const neighbor = await t.make.person('learner', { portal: who.portal, first_name: 'Nosy', last_name: 'Neighbor' })
    await takes.make.enroll(neighbor, course)
    const file = await made(admin, t.as(admin).call(makePersonEvidence, { params: { id: person.id } }))
    const names = file.entries.map(({ name }) => name)
    const record: EvidenceRecord = file.json(`enrollments/${relatedId}.json`)
    const number = record.certificate?.number as string
    expect(names).toEqual([
      'README.txt',
      `enrollments/${relatedId}.json`,
      `certificates/${number}.pdf`,
      'record.pdf',
      'events.jsonl',
      'verify.html',
      'verify.mjs',
      'manifest.json',
      'manifest.sig',
    ])

    // The same as the screen of the exam shows.
    const { data: shown } = await t
      .as(admin)
      .call(showExamProgress, { params: who.args.params, query: { related_id: relatedId } })
    expect(record.exams).toHaveLength(1)
    expect(record.exams[0]?.attempts).toMatchObject(
      shown.attempts.toReversed().map((attempt) => ({
        number: attempt.number,
        score: attempt.score,
        passing_score: attempt.passing_score,
        started_at: new Date(attempt.started_at).toISOString(),
        reset_by: attempt.reset_by?.display_name ?? null,
        questions: attempt.questions.map((question) => ({ number: question.number, is_correct: question.is_correct })),
      })),
    )
    expect(record.exams[0]?.attempts.map(({ score, status, reset_by: by }) => [score, status, by])).toEqual([
      [0, 'failed', 'Ruth Registrar'],
      [100, 'passed', null],
    ])
    const chosen = record.exams[0]?.attempts[1]?.questions?.[0]?.choices.filter(({ is_chosen: isChosen }) => isChosen)
    expect(chosen).toMatchObject([{ text: 'Answer 1', is_correct: true }])
    expect(record.assignments[0]?.responses).toMatchObject([
      { text: 'My rescue plan', score: 90, result: 'passed', comment: 'Much better', graded_by: 'Ruth Registrar' },
    ])
    const gradings = record.changes.filter(({ action }) => action === 'assignment.grade')
    expect(gradings.map(({ text }) => /with (\d+)/.exec(text)?.[1])).toEqual(['40', '90'])
    expect(record.enrollment).toMatchObject({ id: relatedId, status: 'finished', progress_percent: 100 })
    expect(record.items.map(({ type, content_sha256: hash }) => [type, hash.length])).toEqual([
      ['Exam', 64],
      ['Assignment', 64],
    ])

    const events = String(file.read('events.jsonl'))
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line))
    expect(events.map(({ number: at }) => at)).toEqual(events.map((_, index) => index + 1))
    for (const kind of [
      'enrolled',
      'attempt_reset',
      'answer',
      'log:assignment.grade',
      'completed',
      'certificate_issued',
    ])
      expect(events.map((event) => event.kind)).toContain(kind)

    const pdf = await readPdfText(file.read('record.pdf'))
    for (const words of [
      'Training record',
      'Ruth Registrar',
      number,
      'My rescue plan',
      'Chosen, incorrect',
      'Page 1 of',
    ])
      expect(pdf).toContain(words)

    // Nothing that opens anything, and nobody else's data.
    const secrets = await t.platform(async (tx) => {
      const users = await tx.selectFrom('users').select(['id', 'email', 'password_hash']).execute()
      return users.flatMap(({ id, email, password_hash: hash }) => [hash, id === person.id ? null : email])
    })
    const all = Buffer.concat(file.entries.map(({ data }) => data)).toString('latin1') + pdf
    const forbidden = [
      ...secrets,
      person.token,
      admin.token,
      'PRIVATE KEY',
      'Nosy',
      t.config.secret,
      stranger.person.email,
    ]
    for (const secret of forbidden) if (secret) expect(all.includes(secret), secret).toBe(false)
    expect(all).not.toContain('127.0.0.1')

    // The checker, by plain Node.
    const script = file.read('verify.mjs')
    expect(script.toString().trimEnd().split('\n').length).toBeLessThanOrEqual(100)
    const checker = checking(script)
    checkers.push(checker)
    const keys = await published(who.portal)
    expect(await checker.check(file.zip, keys)).toMatchObject({ is_valid: true })
    const elsewhere = JSON.stringify({ keys: [] })
    expect(await checker.check(file.zip, elsewhere)).toMatchObject({ is_valid: false })
    expect(await checker.check(packed(file.entries))).toMatchObject({ is_valid: true })

    const refused = async (entries: readonly Entry[], named: string) => {
      const { said, is_valid: isValid } = await checker.check(packed(entries))
      expect({ isValid, isNamed: said.includes(named) }, said).toEqual({ isValid: false, isNamed: true })
    }
    await refused(
      file.entries.filter(({ name }) => name !== 'record.pdf'),
      'record.pdf',
    )
    await refused([...file.entries, { name: 'enrollments/0.json', data: Buffer.from('{}') }], 'enrollments/0.json')
    await refused(file.entries.toReversed(), 'another order')
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom(...names),
        fc.nat(1_000_000),
        fc.integer({ min: 1, max: 255 }),
        async (name, at, by) => refused(changed(file.entries, name, at, by), name),
      ),
      { numRuns: 15 },
    )
    // A byte of the ZIP itself: refused, or what it contains is still what was signed.
    await fc.assert(
      fc.asyncProperty(fc.nat(1_000_000), fc.integer({ min: 1, max: 255 }), async (at, by) => {
        const bytes = Buffer.from(file.zip)
        const place = at % bytes.length
        bytes[place] = (bytes[place] ?? 0) ^ by
        const { is_valid: isValid } = await checker.check(bytes)
        if (!isValid) return
        const hashes = (entries: readonly Entry[]) =>
          entries.map(({ name, data }) => `${name} ${createHash('sha256').update(data).digest('hex')}`)
        expect(hashes(await entriesOf(bytes).catch(() => file.entries))).toEqual(hashes(file.entries))
      }),
      { numRuns: 5 },
    )
  })

  test('a manager makes one of a learner of theirs without answers, and of nobody else; who lost the right does not get it (EVD-004, EVD-009)', async () => {
    const who = await graduate()
    const manager = await t.make.person('manager', { portal: who.portal })
    const ask = () => t.as(manager).call(makePersonEvidence, { params: { id: who.person.id } })
    await expect(ask()).rejects.toMatchObject({ status: 404 })
    await t.platform((tx) =>
      tx.updateTable('enrollments').set({ manager_id: manager.id }).where('id', '=', who.related_id).execute(),
    )
    const file = await made(manager, ask())
    const record: EvidenceRecord = file.json(`enrollments/${who.related_id}.json`)
    expect(record.exams[0]?.attempts).toHaveLength(2)
    expect(record.exams[0]?.attempts[0]).not.toHaveProperty('questions')
    expect(record.assignments[0]?.responses[0]).not.toHaveProperty('text')
    expect(file.json('manifest.json')).toMatchObject({ with_answers: false, enrollments: 1 })
    const entries = Buffer.concat(file.entries.map(({ data }) => data)).toString('latin1')
    for (const hidden of ['My rescue plan', 'Too short', 'Answered question']) expect(entries).not.toContain(hidden)
    const call = (of: TestPerson) => t.as(of).call(makeEnrollmentEvidence, { params: { id: who.related_id } })
    await expect(call(manager)).rejects.toMatchObject({ status: 403 })
    await expect(call(await t.make.person('portal_admin'))).rejects.toMatchObject({ status: 404 })
    await t.platform((tx) =>
      tx.updateTable('portal_user_roles').set({ role: 'learner' }).where('user_id', '=', manager.id).execute(),
    )
    clock.shift = 60_000
    expect((await download(manager, file.file.url as string)).statusCode).not.toBe(200)
    clock.shift = 0
  })
})

test('an enrollment has one record, a course and a portal a document for each person, all in one chain; each making is in the log (EVD-001, EVD-006, EVD-007, EVD-011)', async () => {
  const who = await graduate()
  const { admin, course, portal } = who
  const other = await t.make.person('learner', { portal, first_name: 'Otis', last_name: 'Other' })
  const second = await takes.make.enroll(other, course)
  const one = await made(admin, t.as(admin).call(makeEnrollmentEvidence, { params: { id: who.related_id } }))
  expect(one.json('record.json')).toMatchObject({ enrollment: { id: who.related_id } })
  for (const started of [
    t.as(admin).call(makeCourseEvidence, { params: { id: course.id } }),
    t.as(admin).call(makePortalEvidence),
  ]) {
    const file = await made(admin, started)
    const names = file.entries.map(({ name }) => name)
    for (const name of [
      `enrollments/${who.related_id}.json`,
      `people/${who.person.id}.pdf`,
      `enrollments/${second}.json`,
      `people/${other.id}.pdf`,
      'record.pdf',
    ])
      expect(names).toContain(name)
    expect(await readPdfText(file.read(`people/${other.id}.pdf`))).toContain('Otis Other')
    expect(file.json('manifest.json')).toMatchObject({ enrollments: 2 })
    const checker = checking(file.read('verify.mjs'))
    checkers.push(checker)
    expect(await checker.check(file.zip)).toMatchObject({ is_valid: true })
  }
  const logged = await t.platform((tx) =>
    tx
      .selectFrom('activity_logs')
      .select('changes')
      .where('portal_id', '=', portal.id)
      .where('action', '=', 'export.start')
      .execute(),
  )
  expect(logged.map(({ changes }) => (changes as { kind: string }).kind).toSorted()).toEqual([
    'evidence-course',
    'evidence-enrollment',
    'evidence-portal',
  ])
})

test('a portal signs with a key of its own, which is sealed; a new one leaves the old public key in place, and what it signed stays valid (EVD-002, EVD-003)', async () => {
  const who = await graduate()
  const { admin, portal } = who
  const keysNow = async () => JSON.parse(await published(portal)).keys
  expect(JSON.parse(await published(await t.make.portal())).keys).toEqual([])
  const file = await made(admin, t.as(admin).call(makeEnrollmentEvidence, { params: { id: who.related_id } }))
  const { key_id: first } = file.json('manifest.sig')
  const stored = () =>
    t.platform((tx) =>
      tx.selectFrom('signing_keys').selectAll().where('portal_id', '=', portal.id).orderBy('created_at').execute(),
    )
  const [key] = await stored()
  expect(key?.private_key?.toString('latin1')).not.toContain('PRIVATE KEY')
  const { data } = await t.as(admin).call(rotateSigningKey)
  expect(data.keys.map(({ retired_at: at }) => at === null)).toEqual([true, false])
  expect(data.keys[1]?.key_id).toBe(first)
  expect((await stored()).map((row) => row.private_key === null)).toEqual([true, false])
  const keys = await keysNow()
  expect(keys.map(({ kid }: { kid: string }) => kid)).toEqual(data.keys.map(({ key_id: id }) => id))
  const checker = checking(file.read('verify.mjs'))
  checkers.push(checker)
  expect(await checker.check(file.zip, JSON.stringify({ keys }))).toMatchObject({ is_valid: true })
  const foreign = await t.make.person('portal_admin')
  expect((await t.as(foreign).call(listSigningKeys)).data.keys).toEqual([])
})
