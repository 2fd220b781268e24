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
// A link is marked as that of the current page only when it is exactly that page, and by the mark alone.
const ACTIVE = { activeOptions: { exact: true }, activeProps: {} }

type Written = { href: string; pathname: string; searchStr: string }
const written = new Map<string, Written>()
const LIMIT_OF_WRITTEN = 2_000

/**
 * A link as the server writes it: what the router makes of an address is the same in every page, and finding it out costs
 * more than all the rest of the link. A link to the very page it stands on is marked as the router marks it.
 */
function WrittenLink(props: AnchorProps) {
  const router = useRouter()
  let known = written.get(props.href)
  if (!known) {
    const { publicHref, pathname, searchStr } = router.buildLocation({ href: props.href } as never)
    known = { href: publicHref, pathname, searchStr }
    if (written.size >= LIMIT_OF_WRITTEN) written.clear()
    written.set(props.href, known)
  }
  const here = router.state.location
  const isElsewhere = known.pathname !== here.pathname || (known.searchStr === '') !== (here.searchStr === '')
  if (isElsewhere) return <a {...props} href={known.href} />
  // The same values may be written in another way.
  if (known.searchStr !== here.searchStr) return <RouterLink {...props} {...ACTIVE} />
  return <a {...props} href={known.href} data-status="active" aria-current="page" />
}

const isOwnPage = (href: string) => href.startsWith('/') && !href.startsWith('//') && !href.startsWith('/api/')

/** A link: pages of this site open without a reload, everything else as the browser does it. */
export function Anchor({ isNewTab, children, download, ...rest }: AnchorProps) {
  if (isOwnPage(rest.href) && !isNewTab && download === undefined) {
    if (import.meta.env.SSR) return <WrittenLink {...rest}>{children}</WrittenLink>
    return (
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
