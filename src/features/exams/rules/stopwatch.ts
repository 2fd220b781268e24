/**
 * Counts the milliseconds during which it runs; starting it twice, or stopping it twice, is the same as once. `now` is a
 * clock that never goes back.
 */
export const createStopwatch = (now: () => number) => {
  let counted = 0
  let since: number | null = null
  return {
    start: (): void => {
      since ??= now()
    },
    stop: (): void => {
      if (since !== null) counted += now() - since
      since = null
    },
    read: (): number => Math.round(counted + (since === null ? 0 : now() - since)),
  }
}
