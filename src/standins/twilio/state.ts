import { storedState } from '#standins/kept.ts'

export type StoredText = {
  sid: string
  to: string
  from: string
  body: string
  status: string
  error_code: number | null
  status_callback: string | null
  created_at: string
}

/** The state of the stand-in, which survives a restart. `opted_out` holds the numbers that replied STOP. */
export const createState = (dir: string) =>
  storedState<{ texts: StoredText[]; opted_out: string[] }>(dir, { texts: [], opted_out: [] })
export type State = ReturnType<typeof createState>
