import { Link } from '@tanstack/react-router'
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

const isOwnPage = (href: string) => href.startsWith('/') && !href.startsWith('//') && !href.startsWith('/api/')

/** A link: pages of this site open without a reload, everything else as the browser does it. */
export function Anchor({ isNewTab, children, download, ...rest }: AnchorProps) {
  if (isOwnPage(rest.href) && !isNewTab && download === undefined) {
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
