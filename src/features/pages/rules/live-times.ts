/** A recorded change of the version of a page that visitors read; null where they read none. */
export type LiveChange = { at: Date; from: number | null; to: number | null }

/** A time in which visitors read a version: `from` is null where it began before changes were kept, `until` while they still do. */
export type LiveTime = { version: number; from: Date | null; until: Date | null }

/** When visitors read which version, the first first, from the recorded changes in their order and what they read now. */
export const liveTimes = (changes: readonly LiveChange[], live: number | null): LiveTime[] => {
  const points = [
    { at: null, version: changes[0] ? changes[0].from : live },
    ...changes.map(({ at, to }) => ({ at, version: to })),
  ]
  return points.flatMap(({ at, version }, index) => {
    const until = points[index + 1]?.at ?? null
    // Two changes of one transaction have the same time.
    if (version === null || (until !== null && until.getTime() === at?.getTime())) return []
    return [{ version, from: at, until }]
  })
}

/** The version that visitors read just before a moment, or null. */
export const liveBefore = (times: readonly LiveTime[], moment: Date): number | null =>
  times.find(({ from, until }) => (from === null || from < moment) && (until === null || until >= moment))?.version ??
  null
