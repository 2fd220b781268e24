import fs from 'node:fs/promises'
import path from 'node:path'

export interface Owner {
  port: number
  /** Distinguishes a running owner from another program that got its port later. */
  token: string
}

const PROBE_WITHIN = 30_000
const NAME = /^owner-(\d+)\.json$/

/** The newest entry of the folder. An entry never changes and is removed only after a newer one is written. */
async function newest(dir: string): Promise<{ number: number; owner: Owner | undefined }> {
  const numbers = (await fs.readdir(dir)).flatMap((name) => NAME.exec(name)?.[1] ?? []).map(Number)
  const number = Math.max(0, ...numbers)
  if (number === 0) return { number, owner: undefined }
  const text = await fs.readFile(path.join(dir, `owner-${number}.json`), 'utf8').catch(() => '{}')
  const owner = JSON.parse(text) as Partial<Owner>
  return { number, owner: owner.port && owner.token ? (owner as Owner) : undefined }
}

/** A busy process is alive: only a refused connection or an unknown answer means that the owner has ended. */
async function isAlive({ port, token }: Owner): Promise<boolean> {
  try {
    const answer = await fetch(`http://127.0.0.1:${port}/owner`, { signal: AbortSignal.timeout(PROBE_WITHIN) })
    return (await answer.text()) === token
  } catch (error) {
    if (error instanceof Error && error.name === 'TimeoutError')
      throw new Error(`The process on port ${port} keeps the state and does not answer.`)
    return false
  }
}

/** The port of the last owner, so that addresses stay the same over a restart. */
export async function lastPort(dir: string): Promise<number | undefined> {
  await fs.mkdir(dir, { recursive: true })
  return (await newest(dir)).owner?.port
}

/**
 * Makes the caller, which already answers `/owner` with its token, the only user of the folder, or answers the process
 * that uses it. Entries are numbered: of all callers that see a dead owner, one writes the next number.
 */
export async function claim(dir: string, me: Owner): Promise<{ owner: Owner; isMe: boolean }> {
  await fs.mkdir(dir, { recursive: true })
  const mine = path.join(dir, `${me.token}.json`)
  await fs.writeFile(mine, JSON.stringify(me))
  try {
    for (;;) {
      const { number, owner } = await newest(dir)
      if (owner && (await isAlive(owner))) return { owner, isMe: false }
      const next = path.join(dir, `owner-${number + 1}.json`)
      const isFirst = await fs.link(mine, next).then(
        () => true,
        (error: NodeJS.ErrnoException) => {
          if (error.code === 'EEXIST') return false
          throw error
        },
      )
      if (!isFirst) continue
      // A number can be free again because a newer owner removed it; then the newer one counts.
      if ((await newest(dir)).number === number + 1) {
        await fs.rm(path.join(dir, `owner-${number}.json`), { force: true })
        return { owner: me, isMe: true }
      }
      await fs.rm(next, { force: true })
    }
  } finally {
    await fs.rm(mine, { force: true })
  }
}
