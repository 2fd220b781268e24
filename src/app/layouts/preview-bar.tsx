import { useRouter } from '@tanstack/react-router'
import { useEffect } from 'react'
import { useSession } from '#ui/calls/api.tsx'
import { Banner } from '#ui/public/parts/alert.tsx'

/** The address with the token of the preview, where it leads to another page of this site; else null. */
const previewed = (href: string, token: string): string | null => {
  const url = new URL(href, location.href)
  if (url.origin !== location.origin) return null
  if (url.pathname === location.pathname && url.hash) return null
  url.searchParams.set('preview', token)
  return url.href
}

/** Says that the page is a preview, and keeps people who follow its links in it: each page is drawn by the server (PGB-051). */
export function PreviewBar() {
  const { preview } = useSession()
  const router = useRouter()
  const token = preview?.token
  useEffect(() => {
    if (!token) return
    const onClick = (event: MouseEvent) => {
      const link = (event.target as Element).closest?.('a[href]') as HTMLAnchorElement | null
      if (!link || link.dataset['leavesPreview'] !== undefined || event.ctrlKey || event.metaKey || event.shiftKey)
        return
      const href = previewed(link.href, token)
      if (!href) return
      event.preventDefault()
      event.stopImmediatePropagation()
      location.assign(href)
    }
    // Before the router hears of it.
    addEventListener('click', onClick, { capture: true })
    const stop = router.subscribe('onBeforeNavigate', ({ toLocation, pathChanged }) => {
      if (pathChanged) location.assign(previewed(toLocation.href, token) ?? toLocation.href)
    })
    return () => {
      removeEventListener('click', onClick, { capture: true })
      stop()
    }
  }, [token, router])
  if (!preview) return null
  return (
    <Banner label="Preview">
      This is a preview of “{preview.name}”. Visitors do not see it yet.{' '}
      <a href="/" data-leaves-preview="">
        Leave the preview
      </a>
    </Banner>
  )
}
