import { describe, expect, test } from 'vitest'
import {
  type AttemptState,
  applyCommits,
  beginLaunch,
  NEW_ATTEMPT,
  type ScormCommit,
} from '#features/scorm/rules/cmi.ts'
import { DETAIL_KEYS } from '#features/scorm/rules/cmi-keys.ts'
import { changedDetails, DETAIL_SUSPEND_LIMIT } from '#features/scorm/rules/details.ts'
import { readManifest } from '#features/scorm/rules/manifest.ts'
import { manifestXml, multiSco } from '../../../../tests/scorm-packages.ts'

const { items } = readManifest(manifestXml(multiSco()))
const applied = (state: AttemptState, ...messages: Omit<ScormCommit, 'seq'>[]) => {
  const commits = messages.map((one, at) => ({ ...one, seq: state.seq + at + 1 }))
  const context = { credit: 'credit', lesson_mode: 'normal' } as const
  const after = applyCommits(state, { launch: 1, commits }, items, context).state
  return { after, change: changedDetails(after, commits) }
}
const begin = (sco: string) => ({ sco, event: 'begin' as const, cmi: {} })
const data = (sco: string, cmi: Record<string, string>, event: 'data' | 'finish' = 'data') => ({ sco, event, cmi })
const start = beginLaunch(NEW_ATTEMPT)

describe('the details of the progress (SCO-003)', () => {
  test('hold what the messages say of the six keys, and nothing else', () => {
    const { after } = applied(start, begin('intro'))
    const { change } = applied(after, data('intro', { 'cmi.core.lesson_location': '3', 'cmi.comments': 'x' }))
    expect(change).toEqual({ removed: ['cmi.core.lesson_location'], added: { 'cmi.core.lesson_location': '3' } })
    expect(
      applied(after, data('intro', { 'cmi.comments': 'x', 'cmi.core.session_time': '00:00:01' })).change,
    ).toBeNull()
    expect(applied(after).change).toBeNull()
  })

  test('are those of the item that was opened last', () => {
    const { after } = applied(start, begin('intro'), data('intro', { 'cmi.core.score.raw': '5' }))
    expect(applied(after, begin('sheet')).change).toEqual({ removed: DETAIL_KEYS, added: {} })
    const { change } = applied(after, begin('fire'), begin('intro'))
    expect(change).toEqual({ removed: DETAIL_KEYS, added: { 'cmi.core.score.raw': '5' } })
  })

  test('hold the status that LMSFinish has settled (SCO-026)', () => {
    const { after } = applied(start, begin('intro'))
    expect(applied(after, data('intro', {}, 'finish')).change?.added).toEqual({ 'cmi.core.lesson_status': 'completed' })
  })

  test('leave out what was refused', () => {
    const { after } = applied(start, begin('intro'))
    expect(applied(after, data('intro', { 'cmi.core.score.raw': '999' })).change).toBeNull()
    expect(applied(after, data('intro', { 'cmi.suspend_data': 'x'.repeat(64_001) })).change).toBeNull()
  })

  test('do not repeat suspend data that is longer than SCORM 1.2 has it, nor keep an earlier one', () => {
    const { after } = applied(start, begin('intro'))
    const suspend = (length: number) => applied(after, data('intro', { 'cmi.suspend_data': 'x'.repeat(length) })).change
    expect(suspend(DETAIL_SUSPEND_LIMIT)?.added['cmi.suspend_data']).toHaveLength(DETAIL_SUSPEND_LIMIT)
    expect(suspend(DETAIL_SUSPEND_LIMIT + 1)).toEqual({ removed: ['cmi.suspend_data'], added: {} })
  })
})
