import type { CSSProperties } from 'react'
import { responsivePicture } from '#kernel/uploads/picture-widths.ts'
import { parseVideoLink } from '#kernel/uploads/video.ts'
import { cx } from '#ui/cx.ts'
import { Alert } from '#ui/public/parts/alert.tsx'
import { BlockIcon } from '#ui/public/parts/block-icon-part.tsx'
import { buttonClass } from '#ui/public/parts/button.tsx'
import { contrastOf } from '#ui/theme/contrast.ts'
import { fillHtml, fillWords } from '../../rules/words.ts'
import styles from './blocks.module.css'
import { BlockAnchor } from './link.tsx'
import type { BlockView } from './types.ts'
import { videoPoster } from './video-poster.ts'

const ALIGNS = { left: styles.left, center: styles.middle, right: styles.right }

/** Headings as their editor wrote them (PGB-030). */
export function Heading({ html, align, showing }: BlockView<'Heading'>) {
  return (
    <div
      className={cx(styles.heading, ALIGNS[align])}
      // biome-ignore lint/security/noDangerouslySetInnerHtml: cleaned by the server when it is saved
      dangerouslySetInnerHTML={{ __html: fillHtml(html, showing.words) }}
    />
  )
}

/** Text of an editor; that of the plain one is text and no markup (PGB-033). */
export function EditorText({ html, mode, align, showing }: BlockView<'EditorText'>) {
  const className = cx(styles.text, ALIGNS[align])
  if (mode === 'title-only') return <p className={className}>{fillWords(html, showing.words)}</p>
  return (
    <div
      className={className}
      // biome-ignore lint/security/noDangerouslySetInnerHtml: cleaned by the server when it is saved
      dangerouslySetInnerHTML={{ __html: fillHtml(html, showing.words) }}
    />
  )
}

/** A picture; the one that the page opens with is asked for before everything that is further down. */
export function Image({ id, src, alt, width, height, link, showing }: BlockView<'Image'>) {
  if (!src) return null
  const priority = showing.opening === id ? ({ fetchPriority: 'high' } as const) : ({ loading: 'lazy' } as const)
  const sizes = `(max-width: 991px) 94vw, ${Math.min(width ?? 1140, 1140)}px`
  const picture = (
    <img
      {...responsivePicture(src, sizes)}
      alt={alt}
      width={width}
      height={height}
      {...priority}
      decoding="async"
      className={styles.picture}
    />
  )
  return link ? <BlockAnchor link={link}>{picture}</BlockAnchor> : picture
}

/** A video of one of the two hosts, asked of its host when somebody starts it (VAL-028). */
export function Video({ video, title }: BlockView<'Video'>) {
  const link = parseVideoLink(video)
  if (!link) return null
  return (
    <iframe
      srcDoc={videoPoster(link, title || 'Video')}
      title={title || 'Video'}
      allow="autoplay; fullscreen; picture-in-picture"
      allowFullScreen
      className={styles.video}
    />
  )
}

export function AlertBlock({ tone, title, text, showing }: BlockView<'Alert'>) {
  return (
    <Alert tone={tone} title={title && fillWords(title, showing.words)}>
      {fillWords(text, showing.words)}
    </Alert>
  )
}

/** Slides side by side that scroll sideways, by hand or with the keyboard. */
export function Carousel({ label, slides, showing }: BlockView<'Carousel'>) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: the keyboard scrolls what has the focus
    <section aria-label={label || 'Slides'} tabIndex={0} className={styles.scroller}>
      <ul className={styles.slides}>
        {slides.map(({ title, text, src, alt, link }, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: slides have no other name and keep their order
          <li key={at}>
            {src && <img {...responsivePicture(src, '340px')} alt={alt} width={320} height={180} loading="lazy" />}
            {title && <h3>{link ? <BlockAnchor link={link}>{title}</BlockAnchor> : title}</h3>}
            {text && <p>{fillWords(text, showing.words)}</p>}
          </li>
        ))}
      </ul>
    </section>
  )
}

/** The colors of a promo button: its own, with words that can be read on it. */
const promoColors = (color: string | null): CSSProperties | undefined =>
  color ? ({ '--promo': color, '--on-promo': contrastOf(color) } as CSSProperties) : undefined

export function PromoButtons({ items, align }: BlockView<'PromoButtons'>) {
  return (
    <ul className={cx(styles.row, ALIGNS[align])}>
      {items.map(({ id, title, link, link_target: target, follow, color, icon }) => (
        <li key={id} style={promoColors(color)}>
          <BlockAnchor link={{ href: link, target, follow }} className={styles.promo}>
            <BlockIcon name={icon} size={20} />
            {title}
          </BlockAnchor>
        </li>
      ))}
    </ul>
  )
}

const SIZES = { sm: 20, md: 28, lg: 44 }
const COLOURS = { primary: styles.iconPrimary, secondary: styles.iconSecondary, text: styles.iconText }

export function IconBlock({ icon, size, color, align }: BlockView<'Icon'>) {
  return (
    <div className={cx(styles.icon, ALIGNS[align])}>
      <span className={COLOURS[color]}>
        <BlockIcon name={icon} size={SIZES[size]} />
      </span>
    </div>
  )
}

export function Buttons({ items, align }: BlockView<'Buttons'>) {
  return (
    <div className={cx(styles.row, ALIGNS[align])}>
      {items.map(({ label, look, link }) => (
        <BlockAnchor
          key={label}
          link={link}
          className={buttonClass({ variant: look, size: 'lg' }, look === 'primary' ? styles.fill : styles.line)}
        >
          {label}
        </BlockAnchor>
      ))}
    </div>
  )
}

export function Chip({ items, align }: BlockView<'Chip'>) {
  return (
    <ul className={cx(styles.row, styles.chips, ALIGNS[align])}>
      {items.map(({ label, link }) => (
        <li key={label}>{link ? <BlockAnchor link={link}>{label}</BlockAnchor> : <span>{label}</span>}</li>
      ))}
    </ul>
  )
}
