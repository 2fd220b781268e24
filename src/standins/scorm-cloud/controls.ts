import type { PostBacks } from './post-backs.ts'
import type { Registration, State } from './state.ts'

export type Report = Partial<Pick<Registration, 'completion' | 'success' | 'scaled' | 'seconds'>>

/** What the stand-in can be made to do. */
export const createControls = (state: State, postBacks: PostBacks) => {
  let polls = 1
  const outages: number[] = []
  return {
    /** How many requests answer that an import is still running. */
    pollsOfImport: () => polls,
    setPollsOfImport: (count: number) => {
      polls = count
    },
    /** The statuses of the next answers. */
    failNext: (...statuses: number[]) => outages.push(...statuses),
    nextOutage: (): number | null => outages.shift() ?? null,
    registrations: (): readonly Registration[] => state.registrations,
    /** Records a learner's progress and posts it to the product. */
    report: async (registration: Registration, report: Report): Promise<void> => {
      const later = Math.max(Date.now(), Date.parse(registration.updated) + 1)
      Object.assign(registration, report, { updated: new Date(later).toISOString() })
      state.save()
      await postBacks.tell(registration)
    },
    messages: postBacks.sent,
    hold: postBacks.hold,
  }
}
export type Controls = ReturnType<typeof createControls>
