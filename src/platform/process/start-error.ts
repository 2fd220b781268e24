/**
 * Why the program or a command cannot run, in words for the person who starts it. Only its message is printed: one line
 * for each fault, with the variable to change first and what to do last.
 */
export class StartError extends Error {
  override name = 'StartError'
  readonly faults: readonly string[]

  constructor(faults: string | readonly string[], options?: ErrorOptions) {
    const lines = typeof faults === 'string' ? [faults] : faults
    super(lines.join('\n'), options)
    this.faults = lines
  }
}
