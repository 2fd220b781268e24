import { useRouter } from '@tanstack/react-router'
import type { FormEvent, ReactNode } from 'react'
import type { HeaderLayout, SiteLink } from '#kernel/product/site-look.ts'
import { type Icon, IconSearch } from '../../icons.tsx'
import { later } from '../../page/later.tsx'
import { Anchor } from '../parts/anchor.tsx'
import type { PortalLook } from './logo.tsx'
import type { Suggest } from './suggest-input-part.tsx'

export type NavLink = { label: string; href: string; icon?: Icon }

export type HeaderPerson = { name: string; email?: string | null; avatar: string | null }

export type HeaderProps = {
  portal: PortalLook
  /** The catalog's categories; null on portals without a catalog (ROU-110). */
  catalog?: { label?: string; links: readonly NavLink[]; all?: NavLink } | null
  links?: readonly NavLink[]
  layout?: HeaderLayout | undefined
  /** The one thing that the portal wants visitors to do; in the drawer where the bar has no room for it. */
  action?: SiteLink | null | undefined
  /** Where the search goes; the words travel as `search`. */
  search?: { href: string; label?: string; suggest?: Suggest } | null
  /** Null on portals that sell nothing (ROU-107). */
  cart?: { count: number; href?: string } | null
  person?: HeaderPerson | null
  personLinks?: readonly NavLink[]
  onSignOut?: () => void
  signInHref?: string
  /** Further controls next to the cart, such as the notification bell. */
  extra?: ReactNode
}

// Without its file the field still searches, through its form.
const SuggestInput = later(() => import('./suggest-input-part.tsx').then((file) => file.SuggestInput))

/** Links below each other. */
export const NavLinks = ({ links }: { links: readonly NavLink[] }) =>
  links.map(({ href, label, icon: Drawing }) => (
    <Anchor key={href} href={href}>
      {Drawing && <Drawing size={18} />}
      {label}
    </Anchor>
  ))

/** The search of the header: the words travel in the address. */
export function SearchBox({
  href,
  label = 'Search courses',
  suggest,
  isFirst,
}: {
  href: string
  label?: string
  suggest?: Suggest | undefined
  isFirst?: boolean
}) {
  const router = useRouter()
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const words = String(new FormData(event.currentTarget).get('search')).trim()
    void router.navigate({ href: words ? `${href}?search=${encodeURIComponent(words)}` : href })
  }
  return (
    <search>
      <form action={href} onSubmit={submit}>
        <IconSearch size={18} />
        <SuggestInput
          suggest={suggest}
          name="search"
          aria-label={label}
          placeholder={label}
          enterKeyHint="search"
          data-autofocus={isFirst || undefined}
        />
      </form>
    </search>
  )
}
