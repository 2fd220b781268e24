import { createTheme, type MantineColorsTuple, type MantineThemeOverride } from '@mantine/core'
import { type Brand, type Branding, brandOf, type Shades } from '../theme/brand.ts'
import { BREAKPOINTS } from '../theme/breakpoints.ts'
import { foldedFilter } from './form/folded-filter.ts'

declare module '@mantine/core' {
  interface MantineThemeSizesOverride {
    breakpoints: Record<keyof typeof BREAKPOINTS, string>
  }
  interface MantineThemeColorsOverride {
    colors: Record<DefaultMantineColor | 'brand' | 'accent', MantineColorsTuple>
  }
}
type DefaultMantineColor = import('@mantine/core').DefaultMantineColor

const em = (pixels: number) => `${pixels / 16}em`
const tuple = (shades: Shades) => shades as unknown as MantineColorsTuple

const breakpoints = Object.fromEntries(
  Object.entries(BREAKPOINTS).map(([name, pixels]) => [name, em(pixels)]),
) as Record<keyof typeof BREAKPOINTS, string>

// Lists and menus are placed next to their control in the page, not at its end: they are next in the Tab order, in the
// same landmark, and inside the dialog of their control, outside of which nothing can be used.
const POPUP = {
  withinPortal: false,
  floatingStrategy: 'fixed',
  transitionProps: { duration: 120, transition: 'fade' },
  shadow: 'md',
} as const

const themeFrom = (brand: Brand): MantineThemeOverride =>
  createTheme({
    fontFamily: 'var(--font)',
    fontFamilyMonospace: 'var(--font-mono)',
    headings: { fontFamily: 'var(--font)', fontWeight: '650' },
    primaryColor: 'brand',
    colors: { brand: tuple(brand.primary), accent: tuple(brand.secondary) },
    breakpoints,
    defaultRadius: 'md',
    cursorType: 'pointer',
    respectReducedMotion: true,
    // The colors of every variant come from mantine.css; text on filled parts is chosen by contrast there.
    variantColorResolver: ({ color, variant, theme }) => {
      const name = color === undefined || color === theme.primaryColor ? 'brand' : color
      const at = (part: string) => `var(--mantine-color-${name}-${part})`
      const border = '1px solid transparent'
      if (variant === 'filled') {
        const text = name === 'brand' || name === 'accent' ? at('contrast') : 'var(--on-status)'
        return { background: at('filled'), hover: at('filled-hover'), color: text, border }
      }
      if (variant === 'light') {
        return { background: at('light'), hover: at('light-hover'), color: at('light-color'), border }
      }
      if (variant === 'default') {
        return {
          background: 'var(--surface)',
          hover: 'var(--sunken)',
          color: 'var(--text)',
          border: '1px solid var(--line-strong)',
        }
      }
      if (variant === 'outline') {
        return {
          background: 'transparent',
          hover: at('light'),
          color: at('text'),
          border: `1px solid ${at('outline')}`,
        }
      }
      return { background: 'transparent', hover: at('light'), color: at('text'), border }
    },
    components: {
      Popover: { defaultProps: POPUP },
      HoverCard: { defaultProps: POPUP },
      Combobox: { defaultProps: POPUP },
      // The place for the first focus is an element that a menu may not have.
      Menu: { defaultProps: { ...POPUP, position: 'bottom-end', withInitialFocusPlaceholder: false } },
      Tooltip: {
        defaultProps: {
          withinPortal: false,
          floatingStrategy: 'fixed',
          openDelay: 300,
          events: { hover: true, focus: true, touch: false },
        },
      },
      Select: { defaultProps: { checkIconPosition: 'right', filter: foldedFilter } },
      MultiSelect: { defaultProps: { checkIconPosition: 'right', filter: foldedFilter } },
      Switch: { defaultProps: { withThumbIndicator: false } },
      InputWrapper: { defaultProps: { inputWrapperOrder: ['label', 'input', 'description', 'error'] } },
    },
  })

const LIMIT = 50
const themes = new Map<Brand, MantineThemeOverride>()

/** Mantine's theme for a portal's colors; the same object for the same colors, of which the last 50 are kept. */
export const mantineTheme = (branding: Branding | null): MantineThemeOverride => {
  const brand = brandOf(branding)
  const before = themes.get(brand)
  if (before) return before
  const theme = themeFrom(brand)
  if (themes.size >= LIMIT) themes.delete(themes.keys().next().value!)
  themes.set(brand, theme)
  return theme
}
