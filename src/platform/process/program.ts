// The frame around everything that runs as a process: the program itself and the commands.
import { format } from 'node:util'
import { protect, redact, secretsIn, withoutSecrets } from './redact.ts'
import { StartError } from './start-error.ts'

/** Keeps secrets out of everything that is printed from now on, by any part of the program. */
const guardOutput = () => {
  for (const stream of [process.stdout, process.stderr]) {
    const write = stream.write.bind(stream) as (...args: unknown[]) => boolean
    stream.write = ((chunk: string | Uint8Array, ...rest: unknown[]) =>
      write(typeof chunk === 'string' ? redact(chunk) : redact(Buffer.from(chunk).toString('utf8')), ...rest)) as never
  }
}

/** What an unforeseen error prints: its text and where it happened, without the values that errors of libraries carry. */
const describe = (error: unknown): string => {
  if (!(error instanceof Error)) return withoutSecrets(format('%s', error))
  const [, frames = ''] = /(\n\s+at [\s\S]*)/.exec(error.stack ?? '') ?? []
  const cause = error.cause === undefined ? '' : `\ncaused by ${describe(error.cause)}`
  return `${error.name}: ${withoutSecrets(error.message)}${frames}${cause}`
}

/** Several faults, one in a line; the first line says what they mean. */
const report = (title: string, error: unknown) => {
  if (!(error instanceof StartError)) {
    console.error(`\n${title} This was not foreseen:\n\n${describe(error)}`)
    return
  }
  const [only, ...more] = error.faults
  const lines = more.length > 0 ? error.faults.map((line) => (line.startsWith('(') ? line : `- ${line}`)) : [only]
  console.error(`\n${title}\n\n${lines.map((line) => `  ${line}`).join('\n')}\n`)
}

/**
 * Runs a program or a command: nothing it prints holds a secret, and what stops it ends the process with code 1 and, where
 * that was foreseen, with a message instead of a stack (OPS-001, OPS-003).
 */
export const runProgram = async (title: string, body: () => Promise<void>): Promise<void> => {
  protect(secretsIn(process.env))
  guardOutput()
  const end = (error: unknown) => {
    report(title, error)
    process.exit(1)
  }
  process.on('uncaughtException', end)
  // Node prints a warning past the streams.
  process.removeAllListeners('warning')
  process.on('warning', (warning) => console.error(`${warning.name}: ${warning.message}`))
  try {
    await body()
  } catch (error) {
    end(error)
  }
}
