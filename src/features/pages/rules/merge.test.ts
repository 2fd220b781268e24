import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { isSameJson } from '#kernel/format/compare.ts'
import { type AnyBlock, SLOTS } from './blocks.ts'
import { heading, idsOf, obey, order, PAGE, section } from './edits.samples.ts'
import { begin, rebase, redo, step, undo } from './history.ts'
import { mergeBlocks, mergePages } from './merge.ts'
import { type Blocks, change, findBlock, insert, move, placeOf, remove } from './operations.ts'

const top = (index: number) => ({ section: null, column: 0, index })
const inColumn = (name: string, column: number, index: number) => ({ section: name, column, index })
const merged = (mine: Blocks, theirs: Blocks) => {
  const blocks = mergeBlocks(PAGE, mine, theirs)
  return blocks && idsOf(blocks).join(' ')
}
const text = (blocks: Blocks, id: string) => change(blocks, id, 'html', `<h2>New ${id}</h2>`)

describe('two editors of one page (PGB-055)', () => {
  test.each<[what: string, mine: Blocks, theirs: Blocks, ids: string]>([
    ['different blocks', text(PAGE, 'a'), text(PAGE, 'c'), 'top s a b c t'],
    ['a block changed, and another moved', text(PAGE, 'a'), move(PAGE, 'c', inColumn('t', 0, 0)), 'top s a b t c'],
    ['a block changed, and the same moved', text(PAGE, 'c'), move(PAGE, 'c', inColumn('t', 0, 0)), 'top s a b t c'],
    ['a block added, and another removed', insert(PAGE, top(1), heading('n')), remove(PAGE, 'b'), 'top n s a c t'],
    [
      'both add at one place',
      insert(PAGE, top(3), heading('n')),
      insert(PAGE, top(3), heading('o')),
      'top s a b c t n o',
    ],
    ['the same removed by both', remove(PAGE, 'b'), remove(PAGE, 'b'), 'top s a c t'],
    [
      'a section sorted, and filled',
      move(PAGE, 'a', inColumn('s', 0, 1)),
      insert(PAGE, inColumn('s', 1, 1), heading('n')),
      'top s b a c n t',
    ],
    [
      'a color changed, and a block put in',
      change(PAGE, 's', 'tone', 'dark'),
      insert(PAGE, inColumn('s', 0, 2), heading('n')),
      'top s a b n c t',
    ],
  ])('%s: both stay', (_, mine, theirs, ids) => {
    expect(merged(mine, theirs)).toBe(ids)
  })

  test.each<[what: string, mine: Blocks, theirs: Blocks]>([
    ['the text of one block', text(PAGE, 'a'), change(PAGE, 'a', 'html', '<h2>Other</h2>')],
    ['removed by one, changed by the other', remove(PAGE, 'a'), text(PAGE, 'a')],
    ['removed by one, moved by the other', move(PAGE, 'a', top(0)), remove(PAGE, 'a')],
    ['moved to two places', move(PAGE, 'c', inColumn('t', 0, 0)), move(PAGE, 'c', inColumn('s', 0, 0))],
    ['sorted in two ways', move(PAGE, 'top', top(1)), move(PAGE, 'top', top(2))],
    ['a section removed, and filled', remove(PAGE, 't'), insert(PAGE, inColumn('t', 0, 0), heading('n'))],
    ['a section removed, and a block in it changed', remove(PAGE, 's'), text(PAGE, 'a')],
    [
      'fewer columns, and a block in the last',
      change(PAGE, 's', 'layout', '1'),
      insert(PAGE, inColumn('s', 1, 1), heading('n')),
    ],
  ])('%s: somebody has to decide', (_, mine, theirs) => {
    expect(mergeBlocks(PAGE, mine, theirs)).toBeNull()
    expect(mergeBlocks(PAGE, theirs, mine)).toBeNull()
  })

  test('a page that grows too long in two places asks', () => {
    const long = Array.from({ length: 199 }, (_, at) => heading(`h${at}`))
    const add = (id: string) => [...long, heading(id)]
    expect(mergeBlocks(long, add('n'), add('o'))).toBeNull()
    expect(mergeBlocks([section('s', '1')], [section('s', '1')], [])).toEqual([])
  })

  test('what can be undone keeps the edits of the other', () => {
    let mine = step(begin(PAGE), text(PAGE, 'a'))
    mine = step(mine, remove(mine.present, 'b'))
    const theirs = text(PAGE, 'c')
    const both = mergeBlocks(PAGE, mine.present, theirs) as Blocks
    const rebased = rebase({ ...mine, present: both }, (blocks) => mergeBlocks(PAGE, blocks, theirs))
    expect(undo(undo(rebased)).present).toEqual(theirs)
    expect(redo(redo(undo(undo(rebased)))).present).toEqual(both)
    // A step that removes what the other changed cannot stay.
    expect(rebase(step(begin(PAGE), remove(PAGE, 'c')), (blocks) => mergeBlocks(PAGE, blocks, theirs)).past).toEqual([
      theirs,
    ])
    expect(rebase(step(begin(remove(PAGE, 'c')), PAGE), (blocks) => mergeBlocks(PAGE, blocks, theirs)).past).toEqual([])
  })

  test('fields of the page are kept apart from its blocks', () => {
    const base = { title: 'Home', meta_title: null, components: PAGE }
    const mine = { ...base, title: 'Welcome' }
    const theirs = { ...base, meta_title: 'Courses', components: text(PAGE, 'a') }
    expect(mergePages<Record<string, unknown> & { components: Blocks }>(base, mine, theirs)).toEqual({
      title: 'Welcome',
      meta_title: 'Courses',
      components: text(PAGE, 'a'),
    })
    expect(mergePages(base, mine, { ...base, title: 'Start' })).toBeNull()
  })
})

const own = ({ props }: AnyBlock) =>
  Object.fromEntries(Object.entries(props).filter(([name]) => !SLOTS.includes(name as never)))
const edits = fc.array(order, { maxLength: 6 })
const after = (start: Blocks, all: readonly Parameters<typeof obey>[1][], prefix: string) => {
  let made = 0
  return all.reduce((blocks: Blocks, each) => obey(blocks, each, () => `${prefix}${++made}`), start)
}

test('whatever two editors did: nothing of either is lost, or somebody is asked (PGB-055)', () => {
  let together = 0
  fc.assert(
    fc.property(edits, edits, edits, (before, ours, others) => {
      const base = after(PAGE, before, 'b')
      const mine = after(base, ours, 'm')
      const theirs = after(base, others, 't')
      expect(mergeBlocks(base, mine, base)).toEqual(mine)
      expect(mergeBlocks(base, base, theirs)).toEqual(theirs)
      expect(mergeBlocks(base, mine, mine)).toEqual(mine)
      const blocks = mergeBlocks(base, mine, theirs)
      if (!blocks) return
      together += 1
      const ids = idsOf(blocks)
      expect(new Set(ids).size).toBe(ids.length)
      // Each block is there unless one removed it, and says and stands where the one who changed it put it.
      const expected = [...new Set([...idsOf(mine), ...idsOf(theirs)])].filter((id) => {
        const isOld = findBlock(base, id) !== null
        return !isOld || (findBlock(mine, id) !== null && findBlock(theirs, id) !== null)
      })
      expect(ids.toSorted()).toEqual(expected.toSorted())
      for (const id of ids) {
        const [was, one, other, now] = [base, mine, theirs, blocks].map((each) => findBlock(each, id))
        for (const edited of [one, other])
          if (edited && !(was && isSameJson(own(was), own(edited)))) expect(own(now as AnyBlock)).toEqual(own(edited))
        for (const each of [mine, theirs]) {
          const [from, to, at] = [placeOf(base, id), placeOf(each, id), placeOf(blocks, id)]
          if (to && (from?.section !== to.section || from?.column !== to.column))
            expect([at?.section, at?.column]).toEqual([to.section, to.column])
        }
      }
    }),
    { numRuns: 1_000 },
  )
  expect(together).toBeGreaterThan(200)
})
