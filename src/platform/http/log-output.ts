import fs from 'node:fs'
import { redact } from '../process/redact.ts'

const STANDARD_OUTPUT = 1
const TRIES = 20
const PAUSE_MS = 5
const clock = new Int32Array(new SharedArrayBuffer(4))

/**
 * The output of log lines, with secrets removed as everywhere. A full disk or a reader that has gone loses lines and
 * never ends the program; the logger's own output raises such an error where nobody catches it.
 */
export const logOutput = {
  write: (line: string): void => {
    let rest = Buffer.from(redact(line))
    for (let tries = 0; rest.length > 0 && tries < TRIES; ) {
      try {
        rest = rest.subarray(fs.writeSync(STANDARD_OUTPUT, rest))
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code !== 'EAGAIN') return
        tries += 1
        Atomics.wait(clock, 0, 0, PAUSE_MS)
      }
    }
  },
}
