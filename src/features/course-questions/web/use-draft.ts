import { useEffect, useState } from 'react'

/** A text that a reload does not lose: it is kept in the browser while it is written, until it is emptied. */
export const useDraft = (key: string) => {
  const [text, setText] = useState('')
  useEffect(() => {
    try {
      setText(localStorage.getItem(key) ?? '')
    } catch {
      // A browser that keeps nothing forgets drafts with the page.
    }
  }, [key])
  const write = (next: string) => {
    setText(next)
    try {
      if (next) localStorage.setItem(key, next)
      else localStorage.removeItem(key)
    } catch {
      // As above.
    }
  }
  return [text, write] as const
}
