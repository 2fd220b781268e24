import type { ComponentType, ReactNode } from 'react'
import type { StoreArticle } from '#features/articles/web/public.ts'
import type { ListedCourse } from '#features/catalog/web/public.ts'
import type { BundleCardData } from '#ui/public/products/bundle-card.tsx'
import type { AnyBlock, BlockLink, IconName, Layout, Visibility } from '../../rules/blocks.ts'
import type { Words } from '../../rules/words.ts'

/** What collections show, by the id of their block; a block without an entry shows nothing. */
export type Collection =
  | { kind: 'courses'; items: (ListedCourse & { category: string | null })[] }
  | { kind: 'bundles'; items: (BundleCardData & { id: number })[] }
  | { kind: 'states'; items: { id: number; title: string; slug: string }[] }
  | { kind: 'faqs'; items: { id: number; slug: string; question: string; answer: string }[] }
  | { kind: 'blog'; items: StoreArticle[] }
export type BlockData = Record<string, Collection>

/** What every block is shown with: what its texts may name, and what collections have found. */
export type Showing = {
  words: Words
  data: BlockData
  list: string
  /** Stands around every block without an element of its own; the page builder finds the blocks by it. */
  around?: Around | undefined
}
export type Around = ComponentType<{ block: AnyBlock; children: ReactNode }>
/** That, and the id of the picture that the page opens with. */
export type Placed = Showing & { opening: string | undefined }

type Align = 'left' | 'center' | 'right'
type Titled = { title: string; text: string }
export type BlockProps = {
  Heading: { html: string; align: Align }
  EditorText: { html: string; mode: string; align: Align }
  Image: { src: string; alt: string; width: number; height: number; link?: BlockLink | null }
  Video: { video: string; title: string }
  Alert: { tone: 'info' | 'success' | 'warning' | 'danger'; title: string; text: string }
  Carousel: {
    label: string
    slides: { title: string; text: string; src?: string | null; alt: string; link?: BlockLink | null }[]
  }
  PromoButtons: {
    items: {
      id: number
      title: string
      link: string
      link_target: 'current' | 'new'
      follow: 'dofollow' | 'nofollow'
      color: string | null
      icon: string | null
    }[]
    align: Align
  }
  Icon: { icon: IconName; size: 'sm' | 'md' | 'lg'; color: 'primary' | 'secondary' | 'text'; align: Align }
  Buttons: { items: { label: string; look: 'primary' | 'outline' | 'soft' | 'ghost'; link: BlockLink }[]; align: Align }
  Chip: { items: { label: string; link?: BlockLink | null }[]; align: Align }
  CoursesCollection: Titled & { layout: 'cards' | 'list' }
  BundlesCollection: Titled
  States: Titled
  Faqs: Titled
  BlogCollection: Titled
  Section: {
    layout: Layout
    tone: string
    align: 'start' | 'center'
    room: 'small' | 'medium' | 'large'
    has_cards: boolean
    pattern: string
    anchor: string
  }
}
export type BlockType = keyof BlockProps
/** The props of a block as its component gets them. */
export type BlockView<T extends BlockType> = BlockProps[T] & { id: string; visibility?: Visibility; showing: Placed }
