/** Attribute of the html element that says which scheme is shown; Mantine's style sheets read the same one. */
export const SCHEME_ATTRIBUTE = 'data-mantine-color-scheme'
/** Names the one scheme of a portal whose background leaves no choice. */
export const ONLY_ATTRIBUTE = 'data-only-scheme'
export const KEY = 'color_scheme'
export const DARK_QUERY = '(prefers-color-scheme: dark)'

/**
 * The script that sets the scheme before the first paint; goes inline into the head, after the html element was sent
 * with the attribute `light` (or `dark` for a portal that has only that).
 */
export const schemeScript = (only: 'dark' | null): string =>
  only
    ? `document.documentElement.setAttribute('${SCHEME_ATTRIBUTE}','${only}')`
    : `try{var s=localStorage.getItem('${KEY}')}catch(e){}document.documentElement.setAttribute('${SCHEME_ATTRIBUTE}',s==='light'||s==='dark'?s:matchMedia('${DARK_QUERY}').matches?'dark':'light')`
