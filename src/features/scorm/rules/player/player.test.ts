import fs from 'node:fs'
import { createRequire } from 'node:module'
import path from 'node:path'
import { createContext, runInContext } from 'node:vm'
import { expect, test } from 'vitest'
import { readManifest } from '#features/scorm/rules/manifest.ts'
import {
  applyCommits,
  beginLaunch,
  type CommitContext,
  NEW_ATTEMPT,
  type ScormCommit,
  startData,
} from '#features/scorm/rules/player/cmi.ts'
import { describeSuspendData } from '#features/scorm/rules/player/cmi-keys.ts'
import { manifestXml, singleSco } from '../../../../../tests/scorm/scorm-packages.ts'

const context: CommitContext = { credit: 'credit', lesson_mode: 'normal' }
const { items } = readManifest(manifestXml(singleSco()))
const golf = items[0]!
const learner = { student_id: '7', student_name: 'Doe, Jane' }
const PLAYER = path.join(import.meta.dirname, '../../player')
const SCRIPTS = [
  createRequire(import.meta.url).resolve('scorm-again/scorm12/min'),
  path.join(PLAYER, 'lenient.js'),
  path.join(PLAYER, 'player.js'),
]

type RunTime = Record<
  'LMSInitialize' | 'LMSFinish' | 'LMSGetValue' | 'LMSSetValue' | 'LMSCommit',
  (...args: string[]) => string
>

/** The player’s scripts in a minimal page, and the messages that they send. */
const play = async (state: ReturnType<typeof beginLaunch>) => {
  const sent: { type: string; commit?: ScormCommit }[] = []
  const listeners: Record<string, (event: object) => void> = {}
  const frame = { contentWindow: { location: { replace: () => {} } }, addEventListener: () => {}, title: '' }
  const parent = { postMessage: (message: { type: string }) => void sent.push(structuredClone(message)) }
  const page = createContext({
    console,
    setTimeout,
    clearTimeout,
    URL,
    location: { href: 'https://content.example.com/p/token/player' },
    navigator: { sendBeacon: () => true },
    localStorage: undefined,
    document: {
      body: {
        dataset: {
          attempt: 'learn-1',
          launch: String(state.launch),
          kept: 'yes',
          entry: 'golf',
          embedder: 'https://lms',
        },
      },
      getElementById: () => frame,
      addEventListener: () => {},
      visibilityState: 'visible',
    },
    parent,
    addEventListener: (name: string, listener: (event: object) => void) => {
      listeners[name] = listener
    },
    fetch: async () => ({
      ok: true,
      status: 200,
      json: async () => ({
        data: { item: { ...golf }, cmi: startData(state, golf, learner, context), outline: [], seq: 0 },
      }),
    }),
  })
  for (const file of SCRIPTS) runInContext(fs.readFileSync(file, 'utf8'), page)
  listeners.message?.({
    source: parent,
    origin: 'https://lms',
    data: { to: 'scorm-player', type: 'init', log_level: 5, seq: 0, ack: 0 },
  })
  await expect.poll(() => sent.some(({ type }) => type === 'opened')).toBe(true)
  const api = (page as { API?: RunTime }).API as RunTime
  const leave = () => {
    const commits = sent.flatMap(({ commit }) => commit ?? [])
    return applyCommits(state, { launch: state.launch, commits }, items, context)
  }
  return { api, leave }
}

test('the player and the server both accept what real content writes, and return it (SCO-032, SCO-033)', async () => {
  const long = 'x'.repeat(900_000)
  const first = await play(beginLaunch(NEW_ATTEMPT))
  expect(first.api.LMSInitialize('')).toBe('true')
  const values: [string, string][] = [
    ['cmi.core.session_time', '0:1:30.1234'],
    ['cmi.core.score.raw', '85,5'],
    ['cmi.core.lesson_status', 'Completed'],
    ['cmi.core.lesson_location', 'y'.repeat(800)],
    ['cmi.suspend_data', long],
    ['cmi.interactions.0.id', 'q'],
    ['cmi.interactions.0.result', 'incorrect'],
    ['cmi.interactions.0.latency', '0:0:7.5555'],
    ['cmi.core.exit', 'Suspend'],
  ]
  for (const [element, value] of values)
    expect([element, first.api.LMSSetValue(element, value)]).toEqual([element, 'true'])
  expect(first.api.LMSGetValue('cmi.suspend_data')).toHaveLength(long.length)
  expect(first.api.LMSCommit('')).toBe('true')
  expect(first.api.LMSFinish('')).toBe('true')
  const outcome = first.leave()
  expect(outcome.refused).toEqual([])
  expect(outcome.state.scos.golf).toMatchObject({ total_time: 9012, result: 'passed' })
  expect(outcome.state.scos.golf?.cmi).toMatchObject({
    'cmi.core.score.raw': '85.5',
    'cmi.suspend_data': long,
    'cmi.interactions.0.result': 'wrong',
  })

  const second = await play(beginLaunch(outcome.state))
  expect(second.api.LMSInitialize('')).toBe('true')
  expect(second.api.LMSGetValue('cmi.core.entry')).toBe('resume')
  expect(second.api.LMSGetValue('cmi.suspend_data')).toBe(long)
  expect(second.api.LMSGetValue('cmi.core.lesson_location')).toHaveLength(800)
  expect(second.api.LMSGetValue('cmi.core.total_time')).toBe('00:01:30.12')
  // Above 1 MiB it is refused as before, and the stored data stays.
  expect(second.api.LMSSetValue('cmi.suspend_data', 'x'.repeat(1_048_577))).toBe('false')
  expect(second.api.LMSGetValue('cmi.suspend_data')).toBe(long)
})

test('the journal marks suspend data longer than the standard allows (SCO-033)', () => {
  expect(describeSuspendData(64_000)).toBe('64000 characters')
  expect(describeSuspendData(64_001)).toBe('64001 characters, more than the 64000 of the standard')
})
