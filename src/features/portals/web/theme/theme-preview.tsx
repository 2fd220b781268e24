import { SegmentedControl } from '@mantine/core'
import { useEffect, useMemo, useState } from 'react'
import { createPortal } from 'react-dom'
import { type AnyBlock, HomePreview } from '#features/pages/web/public.ts'
import type { PagePortal } from '#kernel/access/session.ts'
import { usePageFrame, WIDTHS, type WidthName } from '#ui/app/page-frame/use-page-frame.ts'
import { useSession } from '#ui/calls/api.tsx'
import { PublicLayout } from '#ui/public/parts/layout.tsx'
import { SiteFooter } from '#ui/public/site/footer-part.tsx'
import { headerOf } from '#ui/public/site/site-frame.ts'
import { brandOf, brandStyle } from '#ui/theme/brand.ts'
import { fontStyle } from '#ui/theme/fonts.ts'
import type { LOGO_FIELDS } from '../../rules/theme.ts'
import type { Portal } from '../use-portal.ts'
import styles from './theme.module.css'
import { shownLook, type ThemeValues } from './theme-form.ts'

const WIDTH_NAMES: { value: WidthName; label: string }[] = [
  { value: 'desktop', label: 'Desktop' },
  { value: 'tablet', label: 'Tablet' },
  { value: 'phone', label: 'Phone' },
]
const SCHEMES = [
  { value: 'light', label: 'Light' },
  { value: 'dark', label: 'Dark' },
]

type LogoField = (typeof LOGO_FIELDS)[number]

type PreviewProps = {
  portal: Portal
  values: ThemeValues
  /** Logos to show in place of those that are saved. */
  logos?: Partial<Record<LogoField, string | null>> | undefined
  /** Blocks to show in place of the home page. */
  blocks?: readonly AnyBlock[] | undefined
  /** Shows the foot of the page, as long as somebody edits that. */
  showsEnd?: boolean
}

/** The public page of the portal in the look of the form, saved or not, drawn by the components of public pages (PRT-115). */
export function ThemePreview({ portal, values, logos, blocks, showsEnd = false }: PreviewProps) {
  const session = useSession()
  const [width, setWidth] = useState<WidthName>('desktop')
  const [scheme, setScheme] = useState<'light' | 'dark'>('light')
  const brand = brandOf(values)
  const shown = brand.only ?? scheme
  const { box, main, frame } = usePageFrame({
    width: WIDTHS[width],
    tag: 'div',
    scheme: shown,
    // Said in full: the frame begins with the fonts that the portal has now.
    style:
      fontStyle({
        text_font: values.text_font || 'inter',
        heading_font: values.heading_font || values.text_font || 'inter',
      }) + brandStyle(values),
  })
  const isOwn = session.portal.id === portal.id
  // What visitors see once the portal is open, although it may be paused or not set up yet.
  const open = useMemo((): PagePortal => {
    const flags = { ...portal.flags, is_invalid: false, is_blocked: false }
    const setting = { ...portal.setting, ...logos, ...shownLook(values) }
    return { ...session.portal, ...portal, setting, status: 'active', flags } as PagePortal
  }, [session.portal, portal, logos, values])
  const header = useMemo(() => {
    const { searchHref, hasCart, ...rest } = headerOf({ ...session, portal: open, viewer: null })
    return { ...rest, search: searchHref === null ? null : { href: searchHref }, cart: hasCart ? { count: 0 } : null }
  }, [session, open])
  useLifeless(main)
  useEnd(main, showsEnd)
  return (
    <section className={styles.preview} aria-label="Preview">
      <div className={styles.controls}>
        <SegmentedControl
          size="xs"
          aria-label="Color scheme of the preview"
          data={SCHEMES.map((item) => ({ ...item, disabled: brand.only !== null && item.value !== brand.only }))}
          value={shown}
          onChange={(next) => setScheme(next as typeof scheme)}
        />
        <SegmentedControl
          size="xs"
          aria-label="Width of the preview"
          data={WIDTH_NAMES}
          value={width}
          onChange={(next) => setWidth(next as WidthName)}
        />
      </div>
      {brand.only && <p className={styles.note}>Your background is dark, so this portal has no light scheme.</p>}
      <div ref={box} className={styles.frame}>
        <iframe {...frame} title={`Preview of the public page of ${portal.name}`} />
        {main &&
          createPortal(
            <PublicLayout header={header} footer={<SiteFooter portal={open} />}>
              <HomePreview isOwn={isOwn} blocks={blocks} />
            </PublicLayout>,
            main,
          )}
      </div>
    </section>
  )
}

/** Keeps the end of the page in view, also while it grows. */
const useEnd = (main: HTMLElement | null, isOn: boolean) => {
  useEffect(() => {
    const html = main?.ownerDocument.documentElement
    if (!html) return
    const toEnd = () => html.scrollTo({ top: isOn ? html.scrollHeight : 0 })
    toEnd()
    if (!isOn) return
    const observer = new ResizeObserver(toEnd)
    observer.observe(html)
    return () => observer.disconnect()
  }, [main, isOn])
}

/** Links and buttons of the preview lead nowhere: what is not saved would be left. */
const useLifeless = (main: HTMLElement | null) => {
  useEffect(() => {
    const inner = main?.ownerDocument
    if (!inner) return
    const stop = (event: Event) => {
      if (event.type === 'submit' || (event.target as Element).closest('a, button')) {
        event.preventDefault()
        event.stopPropagation()
      }
    }
    inner.addEventListener('click', stop, { capture: true })
    inner.addEventListener('submit', stop, { capture: true })
    return () => {
      inner.removeEventListener('click', stop, { capture: true })
      inner.removeEventListener('submit', stop, { capture: true })
    }
  }, [main])
}
