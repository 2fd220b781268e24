import { Link, useRouter } from '@tanstack/react-router'
import type { AnchorHTMLAttributes, ComponentType, Ref } from 'react'

export type AnchorProps = Omit<AnchorHTMLAttributes<HTMLAnchorElement>, 'href'> & {
  /** A path of this site with query and hash, or a full address. */
  href: string
  ref?: Ref<HTMLAnchorElement>
  /** Opens in a new tab, and says so to screen readers. */
  isNewTab?: boolean
}

// The kit cannot know the routes of the product, so its links take any path; screens use the router's typed Link.
type RouterLinkProps = AnchorProps & { activeOptions: object; activeProps: object }
const RouterLink = Link as unknown as ComponentType<RouterLinkProps>
// A link is marked as current only when it is exactly the current page.
const ACTIVE = { activeOptions: { exact: true }, activeProps: {} }

type Written = { href: string; pathname: string; searchStr: string }
const written = new Map<string, Written>()
const LIMIT_OF_WRITTEN = 2_000

/**
 * The attributes of a link on the server. The router's result for an address is the same on every page, and computing
 * it costs more than the rest of the link. A link to its own page is marked as the router marks it; null if only the
 * router can decide.
 */
const writtenOf = (router: ReturnType<typeof useRouter>, to: string) => {
  let known = written.get(to)
  if (!known) {
    const { publicHref, pathname, searchStr } = router.buildLocation({ href: to } as never)
    known = { href: publicHref, pathname, searchStr }
    if (written.size >= LIMIT_OF_WRITTEN) written.clear()
    written.set(to, known)
  }
  const { href, pathname, searchStr } = known
  const here = router.state.location
  if (pathname !== here.pathname || (searchStr === '') !== (here.searchStr === '')) return { href }
  if (searchStr === here.searchStr) return { href, 'data-status': 'active', 'aria-current': 'page' } as const
  // The same values may be written in another way.
  return null
}

const isOwnPage = (href: string) => href.startsWith('/') && !href.startsWith('//') && !href.startsWith('/api/')

/** A link: pages of this site open without a reload, everything else as the browser does it. */
export function Anchor({ isNewTab, children, download, ...rest }: AnchorProps) {
  const router = useRouter()
  if (isOwnPage(rest.href) && !isNewTab && download === undefined) {
    const link = import.meta.env.SSR && writtenOf(router, rest.href)
    return link ? (
      <a {...rest} {...link}>
        {children}
      </a>
    ) : (
      <RouterLink {...rest} {...ACTIVE}>
        {children}
      </RouterLink>
    )
  }
  const target = isNewTab ? { target: '_blank', rel: 'noopener' } : {}
  return (
    <a download={download} {...target} {...rest}>
      {children}
      {isNewTab && <span className="only-read"> (opens in a new tab)</span>}
    </a>
  )
}
