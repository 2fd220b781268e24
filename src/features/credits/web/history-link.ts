export type Figure = 'total' | 'remaining' | 'distributed' | 'used' | 'reserved'
type Of = { course_id?: number | undefined; user_id?: number | undefined; holder?: 'manager'; is_general?: 'true' }

/** The address of the movements that a figure is made of (CRD-035). */
export const historyLink = (figure: Figure, of: Of = {}): string => {
  const query = new URLSearchParams({ figure })
  for (const [name, value] of Object.entries(of)) if (value !== undefined) query.set(name, String(value))
  return `/admin/history-distribution?${query}`
}
