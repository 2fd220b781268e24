/** The end of an address that opens the choices about cookies. */
export const CONSENT_HASH = '#privacy-choices'

/** Opens the choices about cookies at any time (UIX-031); a link, so that it works before the page's scripts have come. */
export function ConsentLink() {
  return (
    <a href={CONSENT_HASH} aria-haspopup="dialog">
      Privacy choices
    </a>
  )
}
