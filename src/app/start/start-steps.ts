export type StartSteps = {
  /** A line with the time since the start. */
  step: (text: string) => void
  /** How far a long step is: on a terminal one line that changes, elsewhere nothing, because its end says it. */
  progress: (text: string, done?: string) => void
  /** Lines without a time. */
  print: (lines: readonly string[]) => void
}

/** When `npm start` began, so that its times and these are one clock. */
const began = Number(process.env['PORTICO_STARTED']) || Date.now() - performance.now()

/** How a start reports its progress. */
export const startSteps = (output: NodeJS.WriteStream = process.stdout): StartSteps => {
  const time = () => `[${((Date.now() - began) / 1000).toFixed(1).padStart(5)} s]`
  let isOpen = false
  const clear = () => {
    if (isOpen) output.write('\r\u001b[K')
    isOpen = false
  }
  return {
    step: (text) => {
      clear()
      output.write(`${time()} ${text}\n`)
    },
    progress: (text, done = '') => {
      if (!output.isTTY) return
      clear()
      output.write(`${time()} ${text} ${done}`)
      isOpen = true
    },
    print: (lines) => {
      clear()
      for (const line of lines) output.write(`${line}\n`)
    },
  }
}
