import { useRouter } from '@tanstack/react-router'
import { type FormEvent, useRef } from 'react'
import { type Icon, IconSearch } from '../icons.tsx'
import { Anchor } from './anchor.tsx'
import { type Suggest, SuggestInput } from './suggest-input.tsx'

export type NavLink = { label: string; href: string; icon?: Icon }

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
  const input = useRef<HTMLInputElement>(null)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const words = input.current!.value.trim()
    void router.navigate({ href: words ? `${href}?search=${encodeURIComponent(words)}` : href })
  }
  return (
    <search>
      <form action={href} onSubmit={submit}>
        <IconSearch size={18} />
        <SuggestInput
          ref={input}
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
