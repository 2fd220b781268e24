import { useEffect, useRef, useState } from 'react'
import { useJournal } from '#ui/kept/journal-context.tsx'
import { keepPosition } from '../contract.ts'
import type { ModuleItemType } from '../rules/course.ts'
import { createPlace } from '../rules/place.ts'

export type PlaceItem = { itemable_type: ModuleItemType; id: number; position: number | null }

/**
 * The position where the learner left an item, and reports of new ones (LRN-049); stored without a connection as well.
 */
export const usePlace = (item: PlaceItem, relatedId: number) => {
  const { call } = useJournal()
  const keep = useRef<(position: number) => void>(() => {})
  useEffect(() => {
    keep.current = (position) => {
      const params = { itemType: item.itemable_type, itemId: item.id }
      const request = { params, body: { related_id: relatedId, position } }
      // Runs after the page's own requests: an item has no position before it is started. A person who may not save it
      // any more, such as after the course has ended, may still read.
      queueMicrotask(() => void call(keepPosition, request, `place ${relatedId} ${item.id}`).catch(() => {}))
    }
  })
  const [place] = useState(() => createPlace(item.position ?? 0, (position) => keep.current(position)))
  useEffect(() => {
    addEventListener('pagehide', place.leave)
    return () => {
      removeEventListener('pagehide', place.leave)
      place.leave()
    }
  }, [place])
  return { from: item.position ?? 0, move: place.move, note: place.note, rest: place.rest }
}
