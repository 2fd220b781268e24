import { describe, expect, test } from 'vitest'
import { testApp } from '../../../../tests/api.ts'
import { buildPackage, multiSco, packageFiles, singleSco } from '../../../../tests/scorm/scorm-packages.ts'
import { scormPlay } from '../../../../tests/scorm/scorm-play.ts'
import { rawZip } from '../../../../tests/zip-bytes.ts'
import { showScormPackage, updateScormModule } from '../contract.ts'
import { listScormCommits, showScormAttempt } from '../contract-admin.ts'

const t = testApp()
const play = scormPlay(t)
const latin = (text: string) => Buffer.from(text, 'latin1')
const SUSPEND = 'cmi.suspend_data'

type Files = Record<string, string | Buffer>
/** An archive whose names are written byte by byte, like old tools do. */
const archive = (files: Files, nameOf: (name: string) => string | Buffer = (name) => name) =>
  rawZip(Object.entries(files).map(([name, data]) => ({ name: nameOf(name), data, host: 0 })))
const golf = () => packageFiles(singleSco())
const withStart = (href: string, file: string): Files => {
  const { 'content/golf.html': page = '', 'imsmanifest.xml': manifest = '', ...rest } = golf()
  return { ...rest, 'imsmanifest.xml': manifest.replaceAll('content/golf.html', href), [file]: page }
}

/** What the browser gets for the start file at the address that the player opens. */
const opened = async (bytes: Buffer) => {
  const module = await play.aModule(bytes)
  const player = await play.start(module)
  const { item } = await player.state()
  const answer = await player.call('GET', `c/${item.href}`)
  return { status: answer.statusCode, body: answer.body, player, made: module }
}

describe('archives and names of real tools (SCO-035)', () => {
  test.each<[string, () => Buffer]>([
    ['whose folders end in backslashes', () => archive(golf(), (name) => name.replaceAll('/', '\\'))],
    [
      'with a name in Windows-1252 and %E9 in its start file',
      () => archive(withStart('d%E9but.html', 'début.html'), latin),
    ],
    ['with a name in Windows-1252 and the letter itself', () => archive(withStart('début.html', 'début.html'), latin)],
    ['with a percent sign in its start file', () => archive(withStart('100%.html', '100%.html'))],
    ['with a start file named like an escape', () => archive(withStart('d%E9but.html', 'd%E9but.html'))],
    ['with a backslash as an escape', () => archive(withStart('pages%5Cstart.html', 'pages/start.html'))],
    ['with other letters in the case of its start file', () => archive(withStart('START.html', 'start.HTML'))],
  ])('a package %s is imported and its start file opens', async (_, make) => {
    const { status, body } = await opened(make())
    expect([status, body.includes('Golf for Beginners')]).toEqual([200, true])
  })

  test('pages refer to their files the way their tool wrote them', async () => {
    const files = { ...golf(), 'pictures/été 50%.png': 'png', 'ok.txt': 'ok' }
    const { player } = await opened(archive(files, latin))
    for (const address of [
      'pictures/%E9t%E9%2050%.png',
      'pictures/%C3%A9t%C3%A9%2050%25.png',
      'pictures%5C%E9t%E9%2050%.png',
    ]) {
      const answer = await player.call('GET', `c/${address}`)
      expect([address, answer.statusCode, answer.body]).toEqual([address, 200, 'png'])
    }
    for (const outside of ['%E9/../../ok.txt', '..%5C..%5Cok.txt%E9', '%E9%00'])
      expect((await player.call('GET', `c/${outside}`)).statusCode).toBe(404)
  })
})

describe('assumptions are stated (SCO-034)', () => {
  test('a package without an outline is named by its file, never by an identifier', async () => {
    const { 'imsmanifest.xml': manifest = '', ...rest } = golf()
    const without = manifest.replace(/<organizations.*<\/organizations>/s, '<organizations/>')
    const author = await t.make.person('portal_admin')
    const created = await play.aPackage(author, archive({ ...rest, 'imsmanifest.xml': without }), 'Forklift Basics.zip')
    const notes = [
      'The manifest has no outline, so the package is one part that starts with content/golf.html.',
      'The manifest names no title, so the package is called “Forklift Basics”.',
    ]
    expect(created).toMatchObject({ status: 'SUCCESS', title: 'Forklift Basics', notes })
    const { data } = await t.as(author).call(showScormPackage, { params: { id: created.id } })
    expect(data).toMatchObject({ notes, items: [{ title: 'Forklift Basics' }] })
  })

  test('a manifest in an encoding other than it names is read, and a complete one gets no notes', async () => {
    const { 'imsmanifest.xml': manifest = '', ...rest } = golf()
    const author = await t.make.person('portal_admin')
    const bytes = archive({
      ...rest,
      'imsmanifest.xml': latin(manifest.replaceAll('Golf for Beginners', 'Café Sécurité')),
    })
    const created = await play.aPackage(author, bytes)
    expect(created).toMatchObject({
      title: 'Café Sécurité',
      notes: [expect.stringContaining('not in the encoding that it names')],
    })
    expect((await play.aPackage(author, await buildPackage(singleSco()))).notes).toEqual([])
  })
})

describe('data of real content (SCO-032, SCO-033)', () => {
  test('a megabyte of suspend data is stored, returned, and marked in the journal', async () => {
    const module = await play.aModule(multiSco())
    const player = await play.start(module)
    const id = player.attempt_id ?? 0
    // Six bytes each in JSON, the maximum.
    const long = '\u0001'.repeat(1_048_576)
    const commits = [
      player.next('intro', 'begin'),
      player.next('intro', 'data', { [SUSPEND]: long, 'cmi.core.session_time': '0:1:30.1234' }),
    ]
    const { data: committed } = await t.as(module.learner).call(updateScormModule, {
      params: { id: module.module_id },
      body: {
        progress_id: player.course_user_progress?.id ?? 0,
        details: { attempt_id: id, launch: player.launch, commits },
      },
    })
    expect(committed).toMatchObject({ ack: 2, refused: [] })
    await player.send([
      player.next('intro', 'data', { [SUSPEND]: `${long.slice(0, -1)}x` }),
      player.next('intro', 'finish'),
    ])
    const { cmi } = await (await play.start(module)).state('intro')
    expect(cmi[SUSPEND]).toHaveLength(1_048_576)
    expect(cmi['cmi.core.total_time']).toBe('00:01:30.12')
    const { data } = await t.as(module.author).call(listScormCommits, { params: { id }, query: {} })
    const marks = data.flatMap(({ changes }) => changes.filter(({ key }) => key === SUSPEND).map(({ value }) => value))
    expect(marks).toEqual(Array(2).fill('1048576 characters, more than the 64000 of the standard'))
    const { data: attempt } = await t.as(module.author).call(showScormAttempt, { params: { id } })
    expect(attempt.items[0]).toMatchObject({ suspend_length: 1_048_576, total_seconds: 90 })
  })
})
