/** Time that counted: milliseconds in all, and those of them in tests and packages. */
export type Counted = { milliseconds: number; in_tests: number }

/** What of the time counts for a least time or a limit (TRD-062). */
export const countedFor = ({ counts_tests }: { counts_tests: boolean }, { milliseconds, in_tests }: Counted): number =>
  counts_tests ? milliseconds : milliseconds - in_tests

export const sumOf = (values: Iterable<number>): number => [...values].reduce((sum, one) => sum + one, 0)

/** The time of several parts together. */
export const together = (parts: readonly Counted[]): Counted => ({
  milliseconds: sumOf(parts.map(({ milliseconds }) => milliseconds)),
  in_tests: sumOf(parts.map(({ in_tests }) => in_tests)),
})
