import { litePathOf, switchTo } from './addresses.ts'

const MARK = 'data-lite-offer'

/** The line that offers the lite version of a page, hidden until `liteOfferScript` shows it; empty where there is none. */
export const liteOffer = (path: string): string =>
  litePathOf(path) === null
    ? ''
    : `<aside class="no-script" style="position:sticky;bottom:0;z-index:1" aria-label="Lite version" ${MARK} hidden>Slow connection? <a href="${switchTo('lite', path).replaceAll('&', '&amp;')}">Use the lite version</a></aside>`

/**
 * Shows that line where the browser saves data or its connection is slow, and when a script of the page does not arrive
 * (LIT-017). Runs before any of them is asked for.
 */
export const liteOfferScript = `(function(){var c=navigator.connection,o=document.querySelector('[${MARK}]')
function show(){if(o)o.hidden=false}
if(c&&(c.saveData||/2g/.test(c.effectiveType)))show()
addEventListener('error',function(e){if(e.target.tagName==='SCRIPT')show()},true)})()`
