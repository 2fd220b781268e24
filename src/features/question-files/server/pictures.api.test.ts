import http from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { listMaterials } from '#features/media/contract-admin.ts'
import { createQuestionPool, showQuestionPool } from '#features/question-pools/contract.ts'
import type { Wire } from '#kernel/endpoint.ts'
import { textPictureIds } from '#kernel/uploads/text-pictures.ts'
import { type TestPerson, testApp } from '../../../../tests/api.ts'
import { multipart, png } from '../../../../tests/multipart.ts'
import { rawZip } from '../../../../tests/zip-bytes.ts'
import { listQuestionImportRows, runQuestionImport, type showQuestionImport } from '../contract.ts'

const t = testApp({ env: { FETCH_NETWORKS: '127.0.0.1/32' } })
type Shown = Wire<typeof showQuestionImport>['data']

const SIGN = png(12, 9, [200, 30, 30])
const LADDER = png(10, 20, [10, 90, 30])

let server: http.Server
let web = ''
beforeAll(async () => {
  server = http.createServer(({ url }, response) => {
    if (url === '/sign.png?size=1') response.writeHead(200).end(SIGN)
    else response.writeHead(404).end()
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  web = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
})
afterAll(() => new Promise((resolve) => server.close(resolve)))

const aPool = async (who: TestPerson) =>
  (await t.as(who).call(createQuestionPool, { body: { title: 'Ladders' } })).data.id
const check = async (
  who: TestPerson,
  pool: number,
  content: string | Buffer,
  name = 'questions.xml',
): Promise<Shown> => {
  const answer = await t.request(who, {
    method: 'POST',
    url: `/api/v1/question-pools/${pool}/imports`,
    ...(await multipart({ file: { name, bytes: Buffer.from(content as Buffer) } })),
  })
  expect(answer.statusCode, answer.body).toBe(200)
  return answer.json().data
}
const run = async (who: TestPerson, id: number) => t.as(who).call(runQuestionImport, { params: { id }, body: {} })
const rowsOf = async (who: TestPerson, id: number) =>
  (await t.as(who).call(listQuestionImportRows, { params: { id } })).data
const library = async (who: TestPerson) => (await t.as(who).call(listMaterials, { query: { type: 'img' } })).data
const questionsIn = async (who: TestPerson, pool: number) =>
  (await t.as(who).call(showQuestionPool, { params: { id: pool } })).data.questions
const pictureOf = async (who: TestPerson, uuid: string) =>
  t.request(who, { method: 'GET', url: `/api/v1/pictures/${uuid}` })

const ANSWERS =
  '<answer fraction="100"><text>Yes</text></answer><answer fraction="0"><text>No</text></answer><single>true</single>'
const moodle = (html: string, files = '', more = '') =>
  `<question type="multichoice"><name><text>Q</text></name><questiontext format="html"><text><![CDATA[${html}]]></text>${files}</questiontext>${ANSWERS}${more}</question>`
const file = (name: string, bytes: Buffer) =>
  `<file name="${name}" path="/" encoding="base64">${bytes.toString('base64').replace(/(.{60})/g, '$1\n')}</file>`
const quiz = (...questions: string[]) => `<?xml version="1.0"?><quiz>${questions.join('')}</quiz>`
const gift = (source: string, words = 'Which') =>
  `[html]<p>${words}? <img src\\="${source.replace(/[=:]/g, '\\$&')}" alt\\="A sign"></p>{=Yes ~No}\n`
const data = (bytes: Buffer) => `data:image/png;base64,${bytes.toString('base64')}`

const item = (html: string, id = 'q') =>
  `<assessmentItem xmlns="http://www.imsglobal.org/xsd/imsqti_v2p1" identifier="${id}" title="Q" adaptive="false" timeDependent="false"><responseDeclaration identifier="RESPONSE" cardinality="single" baseType="identifier"><correctResponse><value>A</value></correctResponse></responseDeclaration><itemBody>${html}<choiceInteraction responseIdentifier="RESPONSE" maxChoices="1"><simpleChoice identifier="A">Yes</simpleChoice><simpleChoice identifier="B">No</simpleChoice></choiceInteraction></itemBody></assessmentItem>`

describe('pictures in files of questions (QPL-025, QPL-016)', () => {
  test.each([
    [
      'a file of Moodle',
      () =>
        quiz(moodle('<p>Which? <img src="@@PLUGINFILE@@/my%20sign.png" alt="A sign"></p>', file('my sign.png', SIGN))),
    ],
    ['a picture in a text of Moodle', () => quiz(moodle(`<p>Which? <img src="${data(SIGN)}" alt="A sign"></p>`))],
    ['a picture in GIFT', () => gift(data(SIGN))],
    ['a picture of the web', () => gift(`${web}/sign.png?size=1`)],
    [
      'a part of a package',
      () =>
        rawZip([
          {
            name: 'items/one.xml',
            data: Buffer.from(item('<p>Which? <img src="../images/my%20sign.png" alt="A sign"/></p>')),
          },
          { name: 'images/my sign.png', data: SIGN },
        ]),
    ],
  ] as const)('%s comes into the library with the run, and not before', async (_, content) => {
    const author = await t.make.person('course_admin')
    const pool = await aPool(author)
    const one = await check(author, pool, content())
    expect(one?.counts, JSON.stringify(await rowsOf(author, one?.id as number))).toMatchObject({ new: 1, refused: 0 })
    expect(await library(author)).toEqual([])
    await run(author, one?.id as number)
    const [picture, ...others] = await library(author)
    expect(others).toEqual([])
    const [question] = await questionsIn(author, pool)
    expect(textPictureIds(question?.text ?? '')).toEqual([picture?.uuid])
    expect(question?.text).toMatch(/<img src="\/api\/v1\/pictures\/[\da-f-]+" alt="A sign" width="12" height="9" \/>/)
    const shown = await pictureOf(author, picture?.uuid ?? '')
    expect([shown.statusCode, shown.headers['content-type']]).toEqual([200, 'image/png'])
    // The same file once more says that the pool has its question.
    const again = await check(author, pool, content())
    expect(again?.counts).toMatchObject({ new: 0, present: 1 })
    await t.platform(async (tx) => {
      const left = await tx
        .selectFrom('question_import_pictures')
        .select('uuid')
        .where('import_id', '=', one?.id ?? 0)
        .execute()
      expect(left).toEqual([])
    })
  })

  test('what cannot be had is named row by row, and nothing of it is taken', async () => {
    const author = await t.make.person('course_admin')
    const pool = await aPool(author)
    const drawing = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>')
    const one = await check(
      author,
      pool,
      quiz(
        moodle('<p>Good <img src="@@PLUGINFILE@@/a.png"></p>', file('a.png', LADDER)),
        moodle('<p>Missing <img src="@@PLUGINFILE@@/b.png"></p>', file('a.png', LADDER)),
        moodle('<p>Damaged <img src="@@PLUGINFILE@@/c.png"></p>', file('c.png', SIGN.subarray(0, 40))),
        moodle('<p>Drawing <img src="@@PLUGINFILE@@/d.svg"></p>', file('d.svg', drawing)),
        moodle(`<p>Gone <img src="${web}/none.png"></p>`),
        moodle('<p>Inside <img src="http://10.0.0.1/a.png"></p>'),
        moodle(`<p>Half <img src="@@PLUGINFILE@@/a.png"><img src="${web}/none.png"></p>`, file('a.png', SIGN)),
        moodle(
          '<p>Answer</p>',
          '',
          `<answer fraction="0" format="html"><text><![CDATA[<img src="${data(SIGN)}">]]></text></answer>`,
        ),
      ),
    )
    const rows = await rowsOf(author, one?.id as number)
    expect(rows.map(({ outcome, reason }) => [outcome, reason])).toEqual([
      ['new', null],
      ['refused', 'It shows the picture “b.png”, which is not in the file. Add the question by hand.'],
      ['refused', expect.stringMatching(/^Its picture was not taken\. .*c\.png/)],
      ['refused', expect.stringMatching(/^Its picture was not taken\. .*d\.svg/)],
      ['refused', expect.stringMatching(/none\.png was not taken\. The web site does not give the picture out/)],
      ['refused', expect.stringMatching(/10\.0\.0\.1\/a\.png was not taken\. This address cannot be opened/)],
      ['refused', expect.stringMatching(/none\.png was not taken/)],
      ['refused', 'One of its answers shows a picture. Answers are plain text here.'],
    ])
    await run(author, one?.id as number)
    expect((await library(author)).map(({ name }) => name)).toEqual(['a.png'])
    expect(await questionsIn(author, pool)).toHaveLength(1)
  })

  test('a picture that two questions show is stored once, and one of a question that is left out is not', async () => {
    const author = await t.make.person('course_admin')
    const pool = await aPool(author)
    const question = moodle('<p>One <img src="@@PLUGINFILE@@/a.png"></p>', file('a.png', LADDER))
    const other = moodle('<p>Two <img src="@@PLUGINFILE@@/b.png"></p>', file('b.png', LADDER))
    const category = (name: string) => `<question type="category"><category><text>${name}</text></category></question>`
    const third = moodle('<p>Three <img src="@@PLUGINFILE@@/c.png"></p>', file('c.png', SIGN))
    const one = await check(author, pool, quiz(category('Kept'), question, other, category('Left'), third))
    await t.as(author).call(runQuestionImport, { params: { id: one?.id as number }, body: { categories: ['Kept'] } })
    const [picture, ...others] = await library(author)
    expect(others).toEqual([])
    const shown = (await questionsIn(author, pool)).flatMap(({ text }) => textPictureIds(text))
    expect(shown).toEqual([picture?.uuid, picture?.uuid])
  })

  test.each(['gift', 'qti'] as const)(
    '%s carries the pictures of a pool to another portal and back (QPL-020)',
    async (format) => {
      const author = await t.make.person('course_admin')
      const pool = await aPool(author)
      const first = await check(
        author,
        pool,
        quiz(
          moodle('<p>Which <u>sign</u>? <img src="@@PLUGINFILE@@/sign.png" alt="A sign"></p>', file('sign.png', SIGN)),
        ),
      )
      await run(author, first?.id as number)
      const url = `/api/v1/question-pools/${pool}/export?format=${format}`
      const saved = await t.request(author, { method: 'GET', url })
      // Back into the same portal, it is the same picture.
      expect((await check(author, pool, saved.rawPayload, 'pool'))?.counts).toMatchObject({ new: 0, present: 1 })
      const stranger = await t.make.person('course_admin')
      const theirs = await aPool(stranger)
      await run(stranger, (await check(stranger, theirs, saved.rawPayload, 'pool'))?.id as number)
      const [picture] = await library(stranger)
      const [mine] = await library(author)
      expect(picture?.name).toMatch(/\.png$/)
      const withoutUuid = (text = '') => text.replace(/pictures\/[\da-f-]+/, 'pictures/')
      const [sent] = await questionsIn(author, pool)
      const [got] = await questionsIn(stranger, theirs)
      expect(withoutUuid(got?.text)).toBe(withoutUuid(sent?.text))
      expect(got?.answers.map(({ text, is_correct }) => [text, is_correct])).toEqual(
        sent?.answers.map(({ text, is_correct }) => [text, is_correct]),
      )
      const bytes = await Promise.all([pictureOf(author, mine?.uuid ?? ''), pictureOf(stranger, picture?.uuid ?? '')])
      expect(bytes.map(({ statusCode }) => statusCode)).toEqual([200, 200])
    },
  )

  test('two runs at once take a picture once', async () => {
    const author = await t.make.person('course_admin')
    const pool = await aPool(author)
    const one = await check(author, pool, gift(data(LADDER)))
    const results = await Promise.allSettled([run(author, one?.id as number), run(author, one?.id as number)])
    expect(results.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
    expect(await library(author)).toHaveLength(1)
    expect(await questionsIn(author, pool)).toHaveLength(1)
  })
})

test('the report of an import says what became of each question, before the run and after it (QPL-026)', async () => {
  const author = await t.make.person('course_admin')
  const pool = await aPool(author)
  const one = await check(
    author,
    pool,
    `${gift(data(LADDER), '=1+1')}\n${gift(`${web}/none.png`, 'Gone')}`,
    'ladders.txt',
  )
  const report = async () => {
    const answer = await t.request(author, { method: 'GET', url: `/api/v1/question-pools/imports/${one?.id}/report` })
    expect(answer.headers['content-disposition']).toContain('report.csv')
    return answer.body.replace('\ufeff', '').trim().split('\r\n')
  }
  const [header, first, second, ...others] = await report()
  expect(others).toEqual([])
  expect(header).toBe('In the file,Question,Type,Category,Check,Result,Details')
  expect(first).toBe("Line 1,'=1+1?,Single choice,,New,,")
  expect(second).toMatch(/^Line 3,Gone\?,,,Not taken,,.*none\.png was not taken/)
  await run(author, one?.id as number)
  expect((await report())[1]).toBe("Line 1,'=1+1?,Single choice,,New,Added,")
})
