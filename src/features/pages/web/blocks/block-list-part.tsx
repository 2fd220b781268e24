import { type ComponentType, memo, type ReactNode, useMemo } from 'react'
import { cx } from '#ui/cx.ts'
import { Container } from '#ui/public/parts/layout.tsx'
import { type AnyBlock, allBlocks, columnsOf, isShownAt, SLOTS } from '../../rules/blocks.ts'
import styles from './blocks.module.css'
import { BlogCollection, BundlesCollection, CoursesCollection, Faqs, States } from './collection-blocks.tsx'
import {
  AlertBlock,
  Buttons,
  Carousel,
  Chip,
  EditorText,
  Heading,
  IconBlock,
  Image,
  PromoButtons,
  Video,
} from './content-blocks.tsx'
import type { BlockType, BlockView, Placed, Showing } from './types.ts'

/** Every block that a page may be made of, by its type (PGB-020); what is not named here is not shown. */
const BLOCKS: { [T in Exclude<BlockType, 'Section'>]: ComponentType<BlockView<T>> } = {
  Heading,
  EditorText,
  Image,
  Video,
  Alert: AlertBlock,
  Carousel,
  PromoButtons,
  Icon: IconBlock,
  Buttons,
  Chip,
  CoursesCollection,
  BundlesCollection,
  States,
  Faqs,
  BlogCollection,
}

const COLUMNS = {
  1: undefined,
  2: styles.two,
  3: styles.three,
  4: styles.four,
  '4-6': styles.fourSix,
  '6-4': styles.sixFour,
}
const TONES: Record<string, string | undefined> = {
  surface: styles.surface,
  soft: styles.soft,
  accent: styles.accent,
  brand: styles.brand,
  dark: styles.dark,
}
const PATTERNS: Record<string, string | undefined> = {
  glow: styles.glow,
  grid: styles.pattern,
  stripes: styles.stripes,
}
const ROOMS = { small: styles.small, medium: styles.medium, large: styles.large }

type BlockProps = { block: AnyBlock; showing: Placed }

function Around({ block, showing: { around: Frame }, children }: BlockProps & { children: ReactNode }) {
  return Frame ? <Frame block={block}>{children}</Frame> : children
}

const Block = memo(function Block({ block, showing }: BlockProps) {
  const { type, props } = block
  if (!Object.hasOwn(BLOCKS, type) || !isShownAt(props.visibility, 'page')) return null
  const Shows = BLOCKS[type as keyof typeof BLOCKS] as unknown as ComponentType<{ showing: Placed }>
  return (
    <Around block={block} showing={showing}>
      <Shows {...props} showing={showing} />
    </Around>
  )
})

const Section = memo(function Section({ block, showing }: BlockProps) {
  const props = block.props as unknown as BlockView<'Section'>
  if (!isShownAt(props.visibility, 'page')) return null
  const slots = SLOTS.slice(0, columnsOf(props.layout))
  const className = cx(styles.section, TONES[props.tone], PATTERNS[props.pattern], ROOMS[props.room])
  return (
    <Around block={block} showing={showing}>
      <div id={props.anchor || undefined} className={className}>
        <Container
          className={cx(
            styles.grid,
            COLUMNS[props.layout],
            props.align === 'center' && styles.center,
            props.has_cards && styles.cards,
          )}
        >
          {slots.map((slot) => (
            <div key={slot} className={styles.column}>
              {((block.props[slot] as AnyBlock[] | undefined) ?? []).map((inside) => (
                <Block key={inside.props.id} block={inside} showing={showing} />
              ))}
            </div>
          ))}
        </Container>
      </div>
    </Around>
  )
})

const openingPicture = (blocks: readonly AnyBlock[]): string | undefined =>
  [...allBlocks(blocks.slice(0, 1))].find(({ type }) => type === 'Image')?.props.id

/** Blocks one below the other; a block outside of a section gets its own section. */
export function BlockList({ blocks, showing }: { blocks: readonly AnyBlock[]; showing: Showing }) {
  const opening = openingPicture(blocks)
  const placed = useMemo<Placed>(() => ({ ...showing, opening }), [showing, opening])
  return blocks.map((block) =>
    block.type === 'Section' ? (
      <Section key={block.props.id} block={block} showing={placed} />
    ) : (
      <div key={block.props.id} className={cx(styles.section, styles.small)}>
        <Container className={styles.column}>
          <Block block={block} showing={placed} />
        </Container>
      </div>
    ),
  )
}
