/** Whether some credits are left, but at most a tenth of them, or one. */
export const isScarce = ({ total, remaining }: { total: number; remaining: number }): boolean =>
  remaining > 0 && remaining < total && remaining <= Math.max(1, total * 0.1)
