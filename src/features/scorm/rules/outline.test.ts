import { describe, expect, test } from 'vitest'
import { readManifest, type ScormItem } from '#features/scorm/rules/manifest.ts'
import { itemToStart, openItems, outlineOf, statusesOf } from '#features/scorm/rules/outline.ts'
import {
  type AttemptState,
  applyCommits,
  beginLaunch,
  NEW_ATTEMPT,
  type ScormCommit,
} from '#features/scorm/rules/player/cmi.ts'
import { type ItemSpec, manifestXml, multiSco, nestedItems } from '../../../../tests/scorm/scorm-packages.ts'

const multi = readManifest(manifestXml(multiSco())).items
const nested = readManifest(manifestXml(nestedItems())).items

const played = (
  items: ScormItem[],
  visits: [string, string?][],
  from: AttemptState = beginLaunch(NEW_ATTEMPT),
): AttemptState => {
  const commits = visits.flatMap(([sco, status], i): ScormCommit[] => [
    { seq: from.seq + 2 * i + 1, sco, event: 'begin', cmi: {} },
    status === undefined
      ? { seq: from.seq + 2 * i + 2, sco, event: 'data', cmi: {} }
      : { seq: from.seq + 2 * i + 2, sco, event: 'finish', cmi: { 'cmi.core.lesson_status': status } },
  ])
  return applyCommits(from, { launch: from.launch, commits }, items, { credit: 'credit', lesson_mode: 'normal' }).state
}
const itemsOf = (items: ItemSpec[]) => readManifest(manifestXml({ title: 'T', items })).items

describe('prerequisites', () => {
  test('an item opens once its prerequisites are done (SCO-027)', () => {
    expect([...openItems(multi, NEW_ATTEMPT)]).toEqual(['intro', 'sheet'])
    expect([...openItems(multi, played(multi, [['intro', 'completed']]))]).toEqual(['intro', 'fire', 'sheet'])
    expect([
      ...openItems(
        multi,
        played(multi, [
          ['intro', 'completed'],
          ['fire', 'failed'],
        ]),
      ),
    ]).toEqual(['intro', 'fire', 'sheet'])
    expect([
      ...openItems(
        multi,
        played(multi, [
          ['intro', 'passed'],
          ['fire', 'passed'],
        ]),
      ),
    ]).toEqual(['intro', 'fire', 'test', 'sheet'])
  })

  test('a heading is done when everything below it is (SCO-027)', () => {
    expect([...openItems(nested, played(nested, [['call', 'completed']]))]).toEqual(['call', 'check'])
    const state = played(nested, [
      ['call', 'completed'],
      ['check', 'passed'],
    ])
    expect(statusesOf(nested, state)('basics')).toBe('completed')
    expect([...openItems(nested, state)]).toEqual(['call', 'check', 'exam'])
  })

  test('a locked heading locks what is below it (SCO-027)', () => {
    const items = itemsOf([
      { identifier: 'a', title: 'A', page: 'a.html' },
      { identifier: 'h', title: 'H', prerequisites: 'a', items: [{ identifier: 'b', title: 'B', page: 'b.html' }] },
    ])
    expect([...openItems(items, NEW_ATTEMPT)]).toEqual(['a'])
    expect([...openItems(items, played(items, [['a', 'passed']]))]).toEqual(['a', 'b'])
  })

  test('items that require each other lock nobody out (SCO-027)', () => {
    const items = itemsOf([
      { identifier: 'a', title: 'A', page: 'a.html', prerequisites: 'b' },
      { identifier: 'b', title: 'B', page: 'b.html', prerequisites: 'a' },
    ])
    expect([...openItems(items, NEW_ATTEMPT)]).toEqual(['a', 'b'])
  })

  test('an item passed once stays a fulfilled prerequisite (SCO-010, SCO-027)', () => {
    const state = played(multi, [
      ['intro', 'passed'],
      ['intro', 'failed'],
    ])
    expect(statusesOf(multi, state)('intro')).toBe('passed')
    expect(openItems(multi, state)).toContain('fire')
  })
})

describe('outline', () => {
  test('every visible item has its order and depth, and what can be done with it (SCO-027)', () => {
    const rows = outlineOf(nested, played(nested, [['call', 'completed'], ['check']]))
    expect(
      rows.map((row) => [row.identifier, row.depth, row.status, row.is_launchable, row.is_locked, row.is_current]),
    ).toEqual([
      ['basics', 0, 'incomplete', false, false, false],
      ['call', 1, 'completed', true, false, false],
      ['breathing', 1, 'not attempted', false, false, false],
      ['check', 2, 'not attempted', true, false, true],
      ['exam', 0, 'not attempted', true, true, false],
    ])
    expect(rows[0]?.title).toBe('Basics')
  })

  test('hidden items are shown where nothing else can be opened', () => {
    const items = itemsOf([{ identifier: 'a', title: 'A', page: 'a.html', isvisible: false }])
    expect(outlineOf(items, NEW_ATTEMPT)).toMatchObject([{ identifier: 'a', is_launchable: true, is_locked: false }])
  })

  test('a failed item makes its heading failed', () => {
    expect(statusesOf(nested, played(nested, [['call', 'failed']]))('basics')).toBe('failed')
    expect(
      statusesOf(
        nested,
        played(nested, [
          ['call', 'passed'],
          ['check', 'passed'],
        ]),
      )('basics'),
    ).toBe('passed')
    expect(statusesOf(nested, NEW_ATTEMPT)('basics')).toBe('not attempted')
    expect(statusesOf(nested, NEW_ATTEMPT)('elsewhere')).toBe('not attempted')
  })
})

describe('where a start resumes', () => {
  test.each<[string, [string, string?][], string]>([
    ['nothing was opened', [], 'intro'],
    ['the first was left open', [['intro']], 'intro'],
    ['the first is done', [['intro', 'passed']], 'fire'],
    [
      'the second was left open',
      [
        ['intro', 'passed'],
        ['fire', 'incomplete'],
      ],
      'fire',
    ],
    [
      'the second failed',
      [
        ['intro', 'passed'],
        ['fire', 'failed'],
      ],
      'fire',
    ],
    ['the asset was read first', [['sheet']], 'intro'],
    ['everything is done', [['intro', 'passed'], ['fire', 'passed'], ['test', 'passed'], ['sheet']], 'sheet'],
  ])('when %s (SCO-014, SCO-027)', (_, visits, expected) => {
    expect(itemToStart(multi, played(multi, visits))?.identifier).toBe(expected)
  })

  test('a package without anything to open has nowhere to start', () => {
    expect(itemToStart([], NEW_ATTEMPT)).toBeNull()
  })
})
