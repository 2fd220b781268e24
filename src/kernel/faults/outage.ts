/** Whether the database or the process was at fault, and not what was to be written: the same work may succeed later. */
export const isOutage = (failure: unknown): boolean => {
  // The queue wraps what it says itself of a job that ran out of time or went silent.
  const { value = failure } = (failure ?? {}) as { value?: unknown }
  const { code = '', message = '' } = (value ?? {}) as { code?: unknown; message?: unknown }
  // Connections, resources, shutdown and input or output of PostgreSQL; refused and broken connections of the system.
  return /^(08|53|57|58)|^E[A-Z]{3,}$/.test(String(code)) || /heartbeat|expired|timeout/i.test(String(message))
}
