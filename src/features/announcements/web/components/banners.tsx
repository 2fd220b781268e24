import { useEffect, useState } from 'react'
import { useApi, useSession } from '#ui/calls/api.tsx'
import { useRead } from '#ui/calls/use-read.ts'
import { IconX } from '#ui/icons.tsx'
import { Banner } from '#ui/public/parts/alert.tsx'
import { IconButton } from '#ui/public/parts/button.tsx'
import { listShownAnnouncements } from '../../contract.ts'

const KEY = 'announcements.closed'
const readClosed = (): number[] => {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(KEY) ?? '[]')
    return Array.isArray(stored) ? stored.filter((id) => typeof id === 'number') : []
  } catch {
    return []
  }
}

/** The portal's banners on top of every page; one that was closed stays closed in this browser (PRT-051, PRT-052). */
export function Banners() {
  const api = useApi()
  const { flags } = useSession().portal
  // A portal that is closed answers none.
  const isOpen = !flags.is_blocked && !flags.is_invalid
  const { data } = useRead(isOpen ? 'announcements' : null, () => api.call(listShownAnnouncements))
  const [closed, setClosed] = useState<readonly number[] | null>(null)
  useEffect(() => setClosed(readClosed()), [])
  if (!data || closed === null) return null
  const close = (id: number) => {
    const next = [...closed, id].slice(-50)
    setClosed(next)
    try {
      localStorage.setItem(KEY, JSON.stringify(next))
    } catch {
      // Without storage it stays closed only on this page.
    }
  }
  return data.data
    .filter(({ id, audience }) => audience === 'banner' && !closed.includes(id))
    .map(({ id, title, text }) => (
      <Banner
        key={id}
        label={title}
        action={<IconButton icon={IconX} size="sm" label={`Close “${title}”`} onClick={() => close(id)} />}
      >
        <strong>{title}</strong> {text}
      </Banner>
    ))
}
