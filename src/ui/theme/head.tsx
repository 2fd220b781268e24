import type { PageTheme } from '#kernel/access/session.ts'
import { ONLY_ATTRIBUTE, SCHEME_ATTRIBUTE, schemeScript } from './scheme-script.ts'

/**
 * What the theme needs in the head, before anything is painted: fonts and colors of the portal, and the script that picks
 * light or dark. The html element needs `suppressHydrationWarning`, because that script changes it.
 */
export function ThemeHead({ theme, nonce }: { theme: PageTheme; nonce?: string }) {
  return (
    <>
      {theme.fonts.map((href) => (
        <link key={href} rel="preload" as="font" type="font/woff2" href={href} crossOrigin="anonymous" />
      ))}
      <meta name="theme-color" content={theme.theme_color} />
      <style
        nonce={nonce}
        suppressHydrationWarning
        // biome-ignore lint/security/noDangerouslySetInnerHtml: computed color values and our own rules for fonts
        dangerouslySetInnerHTML={{ __html: theme.style }}
      />
      <script
        nonce={nonce}
        suppressHydrationWarning
        // biome-ignore lint/security/noDangerouslySetInnerHtml: a constant text, which has run before React is there
        dangerouslySetInnerHTML={{ __html: import.meta.env.SSR ? schemeScript(theme.only) : '' }}
      />
    </>
  )
}

/** Attributes of the html element: language and the scheme that is shown until the script has looked. */
export const htmlProps = ({ only }: PageTheme) => ({
  lang: 'en',
  [SCHEME_ATTRIBUTE]: only ?? 'light',
  [ONLY_ATTRIBUTE]: only ?? undefined,
  suppressHydrationWarning: true,
})
