import { useEffect, useRef, useState } from 'react'
import { keptStorage, restored } from '../kept/kept-storage.ts'

/** A text that neither a reload nor a killed browser loses: it is kept while it is written, until it is emptied. */
export const useDraft = (key: string) => {
  const [text, setText] = useState('')
  const writtenTo = useRef<string | null>(null)
  useEffect(() => {
    let isGone = false
    void restored().then(() => {
      // If the person is already typing, their text wins.
      if (!isGone && writtenTo.current !== key) setText(read(key))
    })
    return () => {
      isGone = true
    }
  }, [key])
  const write = (next: string) => {
    writtenTo.current = key
    setText(next)
    try {
      if (next) keptStorage.setItem(key, next)
      else keptStorage.removeItem(key)
    } catch {
      // A browser that keeps nothing forgets drafts with the page.
    }
  }
  return [text, write] as const
}

const read = (key: string): string => {
  try {
    return keptStorage.getItem(key) ?? ''
  } catch {
    return ''
  }
}
