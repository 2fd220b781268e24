import { type PointerEvent, type RefObject, useState } from 'react'
import { type Blocks, findBlock, isSection, type Place, placeOf, placesFor } from '../../rules/operations.ts'

type Drag = { id: string; place: Place | null; mark: number }

const isSame = (one: Place, other: Place) =>
  one.section === other.section && one.column === other.column && one.index === other.index

/** A place whose index counts the dragged block, as one that counts without it. */
const without = (blocks: Blocks, id: string, place: Place): Place => {
  const now = placeOf(blocks, id)
  const isBehind = now && now.section === place.section && now.column === place.column && place.index > now.index
  return isBehind ? { ...place, index: place.index - 1 } : place
}

/** Drags a row of the tree by its grip, with a mouse, a pen or a finger, to another place of the page. */
export const useRowDrag = (
  root: RefObject<HTMLElement | null>,
  blocks: Blocks,
  onMove: (id: string, place: Place | null) => void,
) => {
  const [drag, setDrag] = useState<Drag | null>(null)

  /** The place that the pointer means: before or behind the row it is on, or the beginning of a column. */
  const placeAt = (y: number, id: string): { place: Place; mark: number } | null => {
    const tree = root.current
    if (!tree) return null
    const lines = [...tree.querySelectorAll<HTMLElement>('[data-line], [data-column]')]
    const line = lines.findLast((each) => each.getBoundingClientRect().top <= y) ?? lines[0]
    if (!line) return null
    const box = line.getBoundingClientRect()
    const zero = tree.getBoundingClientRect().top - tree.scrollTop
    const isLower = y > box.top + box.height / 2
    const [section, column] = line.dataset['column']?.split(' ') ?? []
    const over = line.dataset['line'] ?? ''
    const at = placeOf(blocks, over)
    const place: Place | null = section
      ? { section, column: Number(column), index: 0 }
      : at && { ...at, index: at.index + (isLower ? 1 : 0) }
    const block = findBlock(blocks, id)
    if (!place || !block) return null
    // A section goes beside the section that the pointer is in.
    const onPage =
      isSection(block) && place.section
        ? { section: null, column: 0, index: blocks.findIndex(({ props }) => props.id === place.section) + 1 }
        : place
    const possible = without(blocks, id, onPage)
    if (!placesFor(blocks, block).some((each) => isSame(each, possible))) return null
    return { place: possible, mark: (section || isLower ? box.bottom : box.top) - zero }
  }

  const handlers = {
    onPointerDown: (event: PointerEvent) => {
      const grip = (event.target as Element).closest<HTMLElement>('[data-grip]')
      const id = grip?.dataset['grip']
      if (!id || event.button !== 0) return
      event.preventDefault()
      root.current?.setPointerCapture(event.pointerId)
      setDrag({ id, place: null, mark: 0 })
    },
    onPointerMove: ({ clientY }: PointerEvent) => {
      if (!drag) return
      const target = placeAt(clientY, drag.id)
      setDrag({ ...drag, place: target?.place ?? null, mark: target?.mark ?? 0 })
    },
    onPointerUp: () => {
      if (!drag) return
      setDrag(null)
      const now = placeOf(blocks, drag.id)
      if (drag.place && now && !isSame(now, drag.place)) onMove(drag.id, drag.place)
    },
    onPointerCancel: () => setDrag(null),
  }
  return { handlers, isDragging: drag !== null, mark: drag?.place ? drag.mark : null }
}
