import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { joinParts } from '#platform/files/tus/join.ts'

const root = fs.mkdtempSync(path.join(os.tmpdir(), 'portico-join-'))
afterAll(() => fs.rmSync(root, { recursive: true, force: true }))

const MiB = 2 ** 20
/** Sizes larger than one copy block, an empty part, and one byte. */
const SIZES = [1 * MiB + 3, 9 * MiB + 1, 0, 1, 4 * MiB]

const prepare = () => {
  const dir = fs.mkdtempSync(path.join(root, 'run-'))
  const parts = SIZES.map((size, i) => ({ id: `part-${i}`, size }))
  const contents = SIZES.map((size, i) => Buffer.alloc(size, `content of part ${i} `))
  for (const [i, content] of contents.entries()) fs.writeFileSync(path.join(dir, `part-${i}`), content)
  return { dir, parts, whole: Buffer.concat(contents) }
}

const run = async (dir: string, parts: { id: string; size: number }[], stopAfter = Number.POSITIVE_INFINITY) => {
  const steps: number[] = []
  for await (const bytes of joinParts(dir, 'whole', parts)) {
    steps.push(bytes)
    if (steps.length >= stopAfter) break
  }
  return steps
}

describe('joining parts', () => {
  test('the parts become one file in order, and are removed (UPL-023)', async () => {
    const { dir, parts, whole } = prepare()
    const steps = await run(dir, parts)
    expect(steps.at(-1)).toBe(whole.length)
    expect(steps).toEqual(steps.toSorted((a, b) => a - b))
    expect(fs.readFileSync(path.join(dir, 'whole')).equals(whole)).toBe(true)
    expect(fs.readdirSync(dir)).toEqual(['whole'])
  })

  test('stopped after any step, once or repeatedly, it results in the same file (UPL-023)', async () => {
    const first = prepare()
    const count = (await run(first.dir, first.parts)).length
    expect(count).toBeGreaterThan(8)
    for (let stop = 1; stop <= count; stop += 1) {
      const { dir, parts, whole } = prepare()
      await run(dir, parts, stop)
      await run(dir, parts, Math.max(1, stop - 2))
      await run(dir, parts)
      await run(dir, parts)
      expect(fs.readFileSync(path.join(dir, 'whole')).equals(whole), `stopped after ${stop}`).toBe(true)
      expect(fs.readdirSync(dir)).toEqual(['whole'])
      fs.rmSync(dir, { recursive: true })
    }
  })

  test('bytes that a dying process left half-written are written again (UPL-023)', async () => {
    const { dir, parts, whole } = prepare()
    await run(dir, parts, 2)
    const end = fs.statSync(path.join(dir, 'whole')).size
    fs.truncateSync(path.join(dir, 'whole'), end - 1000)
    fs.appendFileSync(path.join(dir, 'whole'), Buffer.alloc(20 * MiB, 'rubbish'))
    await run(dir, parts)
    expect(fs.readFileSync(path.join(dir, 'whole')).equals(whole)).toBe(true)
  })

  test('a single part is only renamed', async () => {
    const { dir, parts } = prepare()
    expect(await run(dir, parts.slice(0, 1))).toEqual([SIZES[0]])
    expect(fs.statSync(path.join(dir, 'whole')).size).toBe(SIZES[0])
  })

  test('missing or changed parts are refused and nothing is lost', async () => {
    const { dir, parts } = prepare()
    fs.rmSync(path.join(dir, 'part-0'))
    await expect(run(dir, parts)).rejects.toMatchObject({ status_code: 410 })
    const changed = prepare()
    fs.appendFileSync(path.join(changed.dir, 'part-1'), 'x')
    await expect(run(changed.dir, changed.parts)).rejects.toMatchObject({ status_code: 410 })
    const lost = prepare()
    fs.rmSync(path.join(lost.dir, 'part-4'))
    await expect(run(lost.dir, lost.parts)).rejects.toMatchObject({ status_code: 410 })
    await expect(run(dir, [])).rejects.toMatchObject({ status_code: 400 })
  })
})
