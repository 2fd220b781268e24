import { createContext, useContext } from 'react'
import type { Api } from '#kernel/client.ts'
import type { ItemType } from '../rules/item-types.ts'
import type { ItemCalls } from './queries.ts'

export type OutlineContextValue = {
  /** The calls of every type of item; those of exams, assignments and others stand in slices above this one. */
  calls: Record<ItemType, ItemCalls>
  /** Drops whatever this browser has read of the course that a change of its outline makes wrong (BLD-012). */
  changed: () => Promise<void>
  /** Sends a SCORM package and waits until it can be played; SCORM stands above this slice. */
  takePackage: (
    api: Api,
    file: File,
    show: (step: { percent: number; note?: string }) => void,
  ) => Promise<{ done: Promise<{ id: number; title: string | null }>; stop: () => void }>
}

/** Given by the frame of a course, which knows all slices. */
export const OutlineContext = createContext<OutlineContextValue | null>(null)

export const useOutlineContext = (): OutlineContextValue => {
  const value = useContext(OutlineContext)
  if (!value) throw new Error('A screen of an outline stands outside of the frame of its course')
  return value
}
