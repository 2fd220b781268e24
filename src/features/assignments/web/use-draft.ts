import { useCallback, useEffect, useEffectEvent, useRef, useState } from 'react'
import { PREVIEW } from '#features/progress/web/public.ts'
import { useApi } from '#ui/calls/api.tsx'
import { keptStorage, restored } from '#ui/kept/kept-storage.ts'
import { saveDraft } from '../contract.ts'

type DraftOptions = {
  assignmentId: number
  relatedId: number
  /** What the server keeps. */
  draft: { text: string; updated_at: string | null }
}
type StoredDraft = { text: string; at: string }
export type DraftState = 'saved' | 'saving' | 'here'

/** So long after the last key the text goes to the server. */
const PAUSE_MS = 1200

const read = (key: string | null): StoredDraft | null => {
  if (key === null) return null
  try {
    const draft = JSON.parse(localStorage.getItem(key) ?? 'null') as StoredDraft | null
    return typeof draft?.text === 'string' && typeof draft.at === 'string' ? draft : null
  } catch {
    return null
  }
}
const write = (key: string | null, draft: StoredDraft | null) => {
  if (key === null) return
  try {
    if (draft) keptStorage.setItem(key, JSON.stringify(draft))
    else keptStorage.removeItem(key)
  } catch {
    // Without storage only the server keeps it.
  }
}

/**
 * The text of a response that is being written (ASG-023). The browser stores every key at once and the server after a
 * pause; without a network the text stays here and is sent when the network is back. The newer of the two versions is
 * the one to continue with.
 */
export const useDraft = ({ assignmentId, relatedId, draft }: DraftOptions) => {
  const api = useApi()
  // A preview leaves nothing in the browser.
  const key = relatedId === PREVIEW ? null : `assignment.${relatedId}.${assignmentId}`
  const [text, setText] = useState(draft.text)
  const [state, setState] = useState<DraftState>('saved')
  const waiting = useRef<ReturnType<typeof setTimeout> | undefined>(undefined)
  const newest = useRef(draft.text)
  const isOver = useRef(false)

  /** One at a time, so that an older text never arrives after a newer one; requests made during that time follow. */
  const isAsked = useRef(false)
  const isRunning = useRef(false)
  const sendNow = useCallback(async () => {
    const sent = newest.current
    setState('saving')
    try {
      await api.call(saveDraft, { params: { assignmentId }, body: { related_id: relatedId, text: sent } })
      if (sent !== newest.current || isOver.current) return
      write(key, null)
      setState('saved')
    } catch {
      setState('here')
    }
  }, [api, assignmentId, relatedId, key])
  const send = useCallback(async () => {
    isAsked.current = true
    if (isRunning.current) return
    isRunning.current = true
    while (isAsked.current && !isOver.current) {
      isAsked.current = false
      await sendNow()
    }
    isRunning.current = false
  }, [sendNow])

  const change = (next: string) => {
    newest.current = next
    setText(next)
    setState('here')
    write(key, { text: next, at: new Date().toISOString() })
    clearTimeout(waiting.current)
    waiting.current = setTimeout(() => void send(), PAUSE_MS)
  }

  const goOn = useEffectEvent(() => {
    const stored = read(key)
    if (!stored || stored.text === draft.text || (draft.updated_at && stored.at < draft.updated_at)) return
    newest.current = stored.text
    setText(stored.text)
    void send()
  })
  const onOnline = useEffectEvent(() => {
    if (read(key)) void send()
  })
  useEffect(() => {
    void restored().then(goOn)
    const again = () => onOnline()
    addEventListener('online', again)
    return () => {
      removeEventListener('online', again)
      clearTimeout(waiting.current)
    }
  }, [])

  /** Nothing is stored after the response is submitted. */
  const forget = () => {
    isOver.current = true
    clearTimeout(waiting.current)
    write(key, null)
  }
  return { text, change, state, forget }
}
