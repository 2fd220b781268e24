import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  createQuestion,
  createQuestionPool,
  showQuestionPool,
  updateQuestion,
} from '#features/question-pools/contract.ts'
import type { Wire } from '#kernel/endpoint.ts'
import { CSV_START, csvLine } from '#platform/files/csv.ts'
import { type TestPerson, testApp } from '../../../../tests/api.ts'
import { authoring } from '../../../../tests/authoring.ts'
import { multipart, png } from '../../../../tests/multipart.ts'
import { textBook } from '../../../../tests/sheets/written-book.ts'
import { rawZip } from '../../../../tests/zip-bytes.ts'
import {
  listQuestionImportRows,
  listQuestionImports,
  runQuestionImport,
  type showQuestionImport,
  undoQuestionImport,
} from '../contract.ts'
import { manyQuestions } from '../rules/questions.examples.ts'
import { writeSheet } from '../rules/sheet.ts'
import { readQuestionFile } from './read-file.ts'

const t = testApp()
const make = authoring(t)

const GIFT = '::Ladder::How steep?{=75 degrees ~45 degrees}\n\nTell.{}\n\nRungs get slippery.{T}\n'
type Shown = Wire<typeof showQuestionImport>['data']

const aPool = async (who: TestPerson, title = 'Ladders') =>
  (await t.as(who).call(createQuestionPool, { body: { title } })).data.id
const send = async (who: TestPerson, pool: number, content: string | Buffer, name = 'questions.txt') =>
  t.request(who, {
    method: 'POST',
    url: `/api/v1/question-pools/${pool}/imports`,
    ...(await multipart({ file: { name, bytes: Buffer.from(content as Buffer) } })),
  })
const check = async (...given: Parameters<typeof send>): Promise<Shown> => {
  const answer = await send(...given)
  expect(answer.statusCode, answer.body).toBe(200)
  return answer.json().data
}
const problemOf = async (...given: Parameters<typeof send>) => {
  const answer = await send(...given)
  expect(answer.statusCode, answer.body).toBe(422)
  return answer.json().errors.file[0]
}
const rowsOf = async (who: TestPerson, id: number, query = {}) =>
  (await t.as(who).call(listQuestionImportRows, { params: { id }, query })).data
const run = async (who: TestPerson, id: number, body = {}) =>
  (await t.as(who).call(runQuestionImport, { params: { id }, body })).data
const textsIn = async (who: TestPerson, id: number) =>
  (await t.as(who).call(showQuestionPool, { params: { id } })).data.questions.map(({ text }) => text)
const saved = async (who: TestPerson, pool: number, format: string) => {
  const answer = await t.request(who, { method: 'GET', url: `/api/v1/question-pools/${pool}/export?format=${format}` })
  expect(answer.statusCode, answer.body).toBe(200)
  return answer
}

describe('an import', () => {
  test('is checked without a change, run once in file order, and undone (QPL-014, QPL-018, QPL-021, QPL-022)', async () => {
    const editor = await t.make.person('editor')
    const pool = await aPool(editor)
    await t.as(editor).call(createQuestion, {
      params: { id: pool },
      body: {
        type: 'single',
        text: '<p>First?</p>',
        answers: ['a', 'b'].map((text) => ({ text, is_correct: text === 'a' })),
      },
    })
    const content = async () => ({ ...(await make.snapshot(editor.portal)), activity_logs: null })
    const before = await content()
    const one = await check(editor, pool, GIFT)
    expect(one).toMatchObject({
      format: 'gift',
      status: 'checked',
      questions_count: 3,
      counts: { new: 2, present: 0, repeated: 0, refused: 1 },
      results: null,
      pool_title: 'Ladders',
    })
    expect(await content()).toEqual(before)
    expect((await rowsOf(editor, one.id)).map((row) => [row.place, row.title, row.outcome, row.reason])).toEqual([
      ['Line 1', 'Ladder', 'new', null],
      [
        'Line 3',
        'Tell.',
        'refused',
        'Essay questions are not taken. Only single choice, multiple choice and true or false are.',
      ],
      ['Line 5', 'Rungs get slippery.', 'new', null],
    ])
    expect((await rowsOf(editor, one.id, { outcome: 'refused' })).map(({ place }) => place)).toEqual(['Line 3'])

    const done = await run(editor, one.id)
    expect(done).toMatchObject({ status: 'done', results: { added: 2, left_out: 0, refused: 1, removed: 0, kept: 0 } })
    expect(await textsIn(editor, pool)).toEqual(['<p>First?</p>', '<p>How steep?</p>', '<p>Rungs get slippery.</p>'])
    await expect(run(editor, one.id)).rejects.toMatchObject({ status: 409, code: 'import_moved_on' })

    const { questions } = (await t.as(editor).call(showQuestionPool, { params: { id: pool } })).data
    await t
      .as(editor)
      .call(updateQuestion, { params: { id: questions[2]?.id as number }, body: { text: '<p>Changed.</p>' } })
    const undone = (await t.as(editor).call(undoQuestionImport, { params: { id: one.id } })).data
    expect(undone).toMatchObject({ status: 'undone', results: { added: 0, removed: 1, kept: 1 } })
    expect(await textsIn(editor, pool)).toEqual(['<p>First?</p>', '<p>Changed.</p>'])
    await expect(t.as(editor).call(undoQuestionImport, { params: { id: one.id } })).rejects.toMatchObject({
      code: 'import_moved_on',
    })
    const list = (await t.as(editor).call(listQuestionImports, { params: { id: pool } })).data
    expect(list.map(({ id, status, questions_count }) => [id, status, questions_count])).toEqual([
      [one.id, 'undone', 3],
    ])
  })

  test('of the same file again says that its questions are in the pool, and asks (QPL-018)', async () => {
    const editor = await t.make.person('editor')
    const pool = await aPool(editor)
    await run(editor, (await check(editor, pool, GIFT)).id)
    const again = await check(editor, pool, `${GIFT}\nNew?{=a ~b}\n\nNew?{=a ~b}\n\nNew?{~a =b}\n`)
    expect(again.counts).toEqual({ new: 2, present: 2, repeated: 1, refused: 1 })
    expect((await rowsOf(editor, again.id)).map(({ reason }) => reason)).toEqual([
      'It is question 1 of the pool.',
      expect.stringContaining('Essay'),
      'It is question 2 of the pool.',
      null,
      'It is the same as the question at line 7.',
      null,
    ])
    await run(editor, again.id)
    expect(await textsIn(editor, pool)).toHaveLength(4)
    const third = await check(editor, pool, GIFT)
    expect(third.counts).toMatchObject({ new: 0, present: 2 })
    await run(editor, third.id, { with_present: true })
    expect(await textsIn(editor, pool)).toHaveLength(6)
  })

  test('twice at once adds its questions once, and so do two checks of the same file (QPL-018)', async () => {
    const editor = await t.make.person('editor')
    const pool = await aPool(editor)
    const [one, other] = [await check(editor, pool, GIFT), await check(editor, pool, GIFT)]
    const ends = await Promise.allSettled([one, one, other, other].map(({ id }) => run(editor, id)))
    expect(ends.filter(({ status }) => status === 'fulfilled')).toHaveLength(2)
    expect(await textsIn(editor, pool)).toHaveLength(2)
    const rows = await Promise.all([one, other].map(({ id }) => rowsOf(editor, id, { result: 'left_out' })))
    expect(rows.flat().map(({ result_reason: reason }) => reason)).toEqual([
      'It is question 1 of the pool.',
      'It is question 2 of the pool.',
    ])
  })

  test('takes chosen categories only (QPL-015, QPL-018)', async () => {
    const editor = await t.make.person('editor')
    const pool = await aPool(editor)
    const one = await check(
      editor,
      pool,
      `Zero?{T}\n\n$CATEGORY: $course$/top/A\n\nOne?{T}\n\n$CATEGORY: B\n\nTwo?{F}\n`,
    )
    expect(one.categories).toEqual([
      { name: '', questions_count: 1, new: 1, present: 0 },
      { name: 'A', questions_count: 1, new: 1, present: 0 },
      { name: 'B', questions_count: 1, new: 1, present: 0 },
    ])
    const done = await run(editor, one.id, { categories: ['', 'B'] })
    expect(done.results).toMatchObject({ added: 2, left_out: 1 })
    expect(await textsIn(editor, pool)).toEqual(['<p>Zero?</p>', '<p>Two?</p>'])
  })

  test('belongs to those who may change the pool: partners to their own, a reader exports alone (QPL-013, QPL-020)', async () => {
    const admin = await t.make.person('portal_admin')
    const { portal } = admin
    const partner = await t.make.person('partner', { portal })
    await make.company(portal, partner)
    const [theirs, own] = [await aPool(admin), await aPool(partner, 'Own')]
    expect((await send(partner, theirs, GIFT)).statusCode).toBe(404)
    expect(
      (await t.request(partner, { method: 'GET', url: `/api/v1/question-pools/${theirs}/export?format=gift` }))
        .statusCode,
    ).toBe(404)
    const one = await check(partner, own, GIFT)
    expect((await run(partner, one.id)).results).toMatchObject({ added: 2 })
    const stranger = await t.make.person('partner', { portal })
    await make.company(portal, stranger)
    await expect(rowsOf(stranger, one.id)).rejects.toMatchObject({ status: 404 })
    const elsewhere = await t.make.person('portal_admin')
    await expect(run(elsewhere, one.id)).rejects.toMatchObject({ status: 404 })

    const editor = await t.make.person('editor', { portal })
    expect((await saved(editor, own, 'gift')).body).toContain('How steep?{')
  })
})

const withItems = (...items: [string, string][]) => rawZip(items.map(([name, data]) => ({ name, data, method: 8 })))
const MANIFEST =
  '<manifest xmlns="http://www.imsglobal.org/xsd/imscp_v1p1"><resources><resource type="imsqti_item_xmlv2p1" href="items/b.xml"/><resource type="imsqti_item_xmlv2p1" href="items/gone.xml"/><resource type="imsqti_item_xmlv2p1" href="items/broken.xml"/></resources></manifest>'
const ITEM =
  '<assessmentItem title="B"><responseDeclaration identifier="R" cardinality="single"><correctResponse><value>x</value></correctResponse></responseDeclaration><itemBody><p>B?</p><choiceInteraction responseIdentifier="R" maxChoices="1"><simpleChoice identifier="x">x</simpleChoice><simpleChoice identifier="y">y</simpleChoice></choiceInteraction></itemBody></assessmentItem>'

describe('files of every kind', () => {
  const SHEET = 'Question;Answer 1;Answer 2;Correct\r\nIs Zoë safe?;Yes;Nö;A\r\n'
  const utf16 = (text: string) => Buffer.concat([Buffer.from([0xff, 0xfe]), Buffer.from(text, 'utf16le')])
  const brief = async (name: string, bytes: Buffer) => {
    const { format, questions } = await readQuestionFile(name, bytes)
    return [format, ...questions.map(({ question, refused }) => question?.text ?? refused)]
  }
  test.each<[string, string, Buffer, string[]]>([
    ['GIFT in Windows-1252', 'a.txt', Buffer.from('Zoë?{=a ~b}', 'latin1'), ['gift', '<p>Zoë?</p>']],
    ['GIFT with a byte order mark', 'a.gift', Buffer.from('\ufeff::T::Zoë?{=a ~b}'), ['gift', '<p>Zoë?</p>']],
    ['Aiken in UTF-16', 'a.txt', utf16('Zoë?\r\nA. a\r\nB. b\r\nANSWER: A\r\n'), ['aiken', '<p>Zoë?</p>']],
    ['a CSV sheet with semicolons', 'a.csv', Buffer.from(SHEET, 'latin1'), ['sheet', '<p>Is Zoë safe?</p>']],
    ['a sheet that is called a text', 'a.txt', Buffer.from(SHEET), ['sheet', '<p>Is Zoë safe?</p>']],
    [
      'a workbook',
      'a.xlsx',
      textBook([
        ['Question', 'Option A', 'Option B', 'Correct answer'],
        ['Safe?', 'Yes', 'No', 'B'],
      ]),
      ['sheet', '<p>Safe?</p>'],
    ],
    [
      'Moodle XML in ISO 8859-1',
      'a.xml',
      Buffer.from(
        '<?xml version="1.0" encoding="ISO-8859-1"?><quiz><question type="truefalse"><name><text>n</text></name><questiontext format="html"><text>Zoë?</text></questiontext><answer fraction="100"><text>true</text></answer><answer fraction="0"><text>false</text></answer></question></quiz>',
        'latin1',
      ),
      ['moodle', 'Zoë?'],
    ],
    ['an item of QTI', 'a.xml', Buffer.from(`\ufeff${ITEM}`), ['qti', '<p>B?</p>']],
    [
      'a package of QTI',
      'a.zip',
      withItems(['imsmanifest.xml', MANIFEST], ['items/b.xml', ITEM], ['items/broken.xml', '<assessmentItem>']),
      [
        'qti',
        '<p>B?</p>',
        'The package lists its file, but does not hold it.',
        'The XML file is damaged or incomplete: a tag is not closed. Export it again.',
      ],
    ],
    ['a package without its list', 'a.zip', withItems(['x/b.xml', ITEM]), ['qti', '<p>B?</p>']],
  ])('%s (QPL-015, QPL-017)', async (_, name, bytes, expected) => {
    expect(await brief(name, bytes)).toEqual(expected)
  })

  const bomb = rawZip([{ name: 'imsmanifest.xml', method: 8, data: ' '.repeat(30 << 20) }])
  const liar = rawZip([{ name: 'imsmanifest.xml', method: 8, data: ' '.repeat(1 << 20), size: 10 }])
  test.each<[string, string | Buffer, string, RegExp]>([
    ['nothing', '', 'a.txt', /empty/],
    ['words alone', 'Hello there.', 'a.txt', /none of the known formats/],
    ['a picture', Buffer.from([0x89, 0x50, 0x4e, 0x47, 0, 0, 0, 1]), 'a.txt', /none of the known formats/],
    ['a document type', '<!DOCTYPE quiz [<!ENTITY a "b">]><quiz/>', 'a.xml', /document type/],
    ['ten megabytes of nesting', '<a>'.repeat(3_400_000), 'a.xml', /nested too deeply/],
    ['half of a file', '<quiz><question type="truefalse">', 'a.xml', /damaged or incomplete/],
    [
      'another encoding than it names',
      Buffer.from('<?xml version="1.0" encoding="utf-8"?><quiz>ë</quiz>', 'latin1'),
      'a.xml',
      /encoding that it names/,
    ],
    ['QTI 1.2', '<questestinterop/>', 'a.xml', /QTI 1\.2/],
    ['QTI 3.0', '<qti-assessment-item/>', 'a.xml', /QTI 3\.0/],
    ['a web page', '<html><body></body></html>', 'a.html', /none of the known formats/],
    ['no question', '<quiz/>', 'a.xml', /has no questions/],
    ['more than a thousand', 'a{T}\n\n'.repeat(1001), 'a.txt', /more than 1,000 questions/],
    ['a sheet of more than a thousand', `Question,Correct\n${'a,T\n'.repeat(1001)}`, 'a.csv', /more than 1,000 rows/],
    ['a sheet without its column', 'Question,Answer A\na,b\n', 'a.csv', /no column “Correct”/],
    ['a bomb', bomb, 'a.zip', /larger than 20 MB once unpacked/],
    ['a bomb that lies about its size', liar, 'a.zip', /damaged or incomplete/],
    ['half of an archive', bomb.subarray(0, 200), 'a.zip', /damaged or incomplete/],
    ['an archive of something else', withItems(['a.txt', 'b']), 'a.zip', /none of the known formats/],
  ])('%s is refused with a clear text (QPL-017, ERR-128)', async (_, content, name, text) => {
    const editor = await t.make.person('editor')
    const problem = await problemOf(editor, await aPool(editor), content, name)
    expect(problem).toMatch(text)
    expect(problem).toMatch(/Nothing was imported\.$/)
  })
})

describe('what a pool gives comes back the same (QPL-020, QPL-023)', () => {
  test('as a sheet, whatever it holds', async () => {
    await fc.assert(
      fc.asyncProperty(manyQuestions, async (questions) => {
        const csv =
          CSV_START +
          writeSheet(questions)
            .map((row) => csvLine(row))
            .join('')
        const { questions: read } = await readQuestionFile('a.csv', Buffer.from(csv))
        expect(read.map(({ question, refused }) => question ?? refused)).toEqual(questions)
      }),
      { numRuns: 150 },
    )
  })

  test.each(['gift', 'qti', 'csv'])('through the calls, as %s', async (format) => {
    const editor = await t.make.person('editor')
    const [pool, other] = [await aPool(editor, 'A/B: “Ladders”'), await aPool(editor)]
    const html = '<p>Is <strong>1 &lt; 2</strong>?</p><ul><li>a=b~c</li></ul>'
    const add = (type: 'single' | 'multiple' | 'boolean', texts: string[], correct: number[]) =>
      t.as(editor).call(createQuestion, {
        params: { id: pool },
        body: {
          type,
          text: html,
          explanation: '<p>=1+1 \\ {x}</p>',
          answers: texts.map((text, at) => ({ text, is_correct: correct.includes(at) })),
        },
      })
    await add('single', ['=1', '-2', '<b>'], [1])
    await add('multiple', ['a, b', '"c"', ';=d'], [0, 2])
    await add('boolean', ['True', 'False'], [1])
    const file = await saved(editor, pool, format)
    expect(file.headers['content-disposition']).toContain('a-b-ladders')
    const one = await check(editor, other, file.rawPayload, `x.${format === 'csv' ? 'csv' : 'bin'}`)
    expect(one.counts).toEqual({ new: 3, present: 0, repeated: 0, refused: 0 })
    await run(editor, one.id)
    const questionsIn = async (id: number) =>
      (await t.as(editor).call(showQuestionPool, { params: { id } })).data.questions.map(
        ({ type, text, explanation, answers }) => ({
          type,
          text,
          explanation,
          answers: answers.map((answer) => [answer.text, answer.is_correct]),
        }),
      )
    expect(await questionsIn(other)).toEqual(await questionsIn(pool))
  })

  test('the template can be imported as it is (QPL-019, QPL-022)', async () => {
    const editor = await t.make.person('editor')
    const file = await t.request(editor, { method: 'GET', url: '/api/v1/question-pools/imports/template' })
    const one = await check(editor, await aPool(editor), file.rawPayload, 'questions.csv')
    expect(one.counts).toMatchObject({ new: 3, refused: 0 })
  })
})

test('a pool gives its pictures to a file and takes them again; a portal that does not have them takes them as its own (BLD-091, QPL-020, QPL-025)', async () => {
  const author = await t.make.person('course_admin')
  const file = await multipart({ file: { name: 'ladder.png', bytes: png(), type: 'image/png' } })
  const { uuid } = (await t.request(author, { method: 'POST', url: '/api/v1/materials', ...file })).json().data
  const shown = `<p>Which? <img src="/api/v1/pictures/${uuid}" alt="A ladder" width="8" height="8" /></p>`
  const answers = [
    { text: 'A', is_correct: true },
    { text: 'B', is_correct: false },
  ]
  const pool = await aPool(author)
  await t.as(author).call(createQuestion, { params: { id: pool }, body: { text: shown, type: 'single', answers } })
  const stranger = await t.make.person('course_admin')
  for (const [format, name] of [
    ['gift', 'pool.gift.txt'],
    ['qti', 'pool.zip'],
  ] as const) {
    const { rawPayload } = await saved(author, pool, format)
    const again = await aPool(author, `Again by ${format}`)
    await run(author, (await check(author, again, rawPayload, name)).id)
    expect(await textsIn(author, again)).toEqual([shown])
    const theirs = await check(stranger, await aPool(stranger), rawPayload, name)
    await run(stranger, theirs.id)
    const [text = ''] = await textsIn(stranger, theirs.question_pool_id)
    expect(text.replace(/pictures\/[\da-f-]+/, '')).toBe(shown.replace(/pictures\/[\da-f-]+/, ''))
    expect(text).not.toBe(shown)
  }
  // A file that only names a picture, as an address, does not bring it along.
  const named = await check(stranger, await aPool(stranger), `[html]${shown.replace(/[=:]/g, '\\$&')}{=A ~B}`)
  expect((await rowsOf(stranger, named.id))[0]).toMatchObject({
    outcome: 'refused',
    reason: 'It shows a picture that is not in your materials library. Add the question by hand.',
  })
})
