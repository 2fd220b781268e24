import type { ReactNode } from 'react'
import { Anchor } from '#ui/public/parts/anchor.tsx'
import { type BlockLink, linkAttributes } from '../../rules/blocks.ts'

type BlockAnchorProps = { link: BlockLink; className?: string; children: ReactNode }

/** A link that an author has set: current or new window, followed or not (PGB-023 to PGB-025, SEO-024). */
export function BlockAnchor({ link, className, children }: BlockAnchorProps) {
  const attributes = linkAttributes(link)
  return (
    <Anchor href={link.href} className={className} isNewTab={link.target === 'new'} {...attributes}>
      {children}
    </Anchor>
  )
}
