import { type DragEvent, useRef, useState } from 'react'

const bringsFiles = (event: DragEvent) => event.dataTransfer.types.includes('Files')
const moduleAt = (event: DragEvent): number | null => {
  const card = (event.target as Element).closest<HTMLElement>('[data-module]')
  return card ? Number(card.dataset['module']) : null
}
/** Where an element takes files itself. */
const isTakenInside = (event: DragEvent) => event.defaultPrevented

/** Files that are dragged over an outline, and the module that they would go into. */
export const useFileDrop = (isOn: boolean, onDrop: (files: File[], moduleId: number | null) => void) => {
  const [over, setOver] = useState<{ module_id: number | null } | null>(null)
  const depth = useRef(0)
  const end = () => {
    depth.current = 0
    setOver(null)
  }
  const show = (event: DragEvent) => {
    if (!isOn || !bringsFiles(event) || isTakenInside(event)) return
    event.preventDefault()
    const module_id = moduleAt(event)
    setOver((now) => (now?.module_id === module_id ? now : { module_id }))
  }
  const events = {
    onDragEnter: (event: DragEvent) => {
      depth.current += 1
      show(event)
    },
    onDragOver: show,
    onDragLeave: () => {
      depth.current -= 1
      if (depth.current <= 0) end()
    },
    onDrop: (event: DragEvent) => {
      end()
      if (!isOn || !bringsFiles(event) || isTakenInside(event)) return
      event.preventDefault()
      onDrop([...event.dataTransfer.files], moduleAt(event))
    },
  }
  return { over, events }
}
