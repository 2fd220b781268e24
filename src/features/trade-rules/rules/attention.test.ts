import { expect, test } from 'vitest'
import { type Attention, pauseOf } from './attention.ts'

const READING: Attention = { is_visible: true, is_online: true, is_playing: false, used_at: 0, now: 60_000 }

test.each<[string, Partial<Attention>, ReturnType<typeof pauseOf>]>([
  ['reading', {}, null],
  ['three minutes after the last touch', { now: 180_000 }, null],
  ['a moment later', { now: 180_001 }, 'idle'],
  ['a film that runs', { now: 3_600_000, is_playing: true }, null],
  ['in the background', { is_visible: false }, 'hidden'],
  ['a film in the background', { is_visible: false, is_playing: true }, 'hidden'],
  ['without a connection', { is_online: false }, 'offline'],
])('%s (TRD-009)', (_, changed, pause) => {
  expect(pauseOf({ ...READING, ...changed })).toBe(pause)
})
