import { type Branding, brandStyleByDevice } from '#ui/theme/brand.ts'

/** Tokens of tokens.css that the lite version needs, for a device in light and in dark. */
export const TOKENS = {
  light: {
    text: '#14171c',
    muted: '#565e6b',
    line: '#0f172a1c',
    'success-text': '#17633b',
    'success-soft': '#e5f5eb',
    'success-line': '#2f8f5b',
    'warning-text': '#854700',
    'warning-soft': '#fdf1dc',
    'warning-line': '#b4690e',
    'danger-text': '#b0231a',
    'danger-soft': '#fdebe9',
    'danger-line': '#d0493f',
  },
  dark: {
    text: '#e9ebef',
    muted: '#a9b1bd',
    line: '#ffffff1c',
    'success-text': '#74d49f',
    'success-soft': '#12291d',
    'success-line': '#3fa56d',
    'warning-text': '#f0b45a',
    'warning-soft': '#2d2110',
    'warning-line': '#c7842c',
    'danger-text': '#ff9d94',
    'danger-soft': '#331816',
    'danger-line': '#e0675d',
  },
} as const

const tokens = (scheme: 'light' | 'dark') =>
  Object.entries(TOKENS[scheme])
    .map(([name, value]) => `--${name}:${value}`)
    .join(';')

// The device's own fonts: a font of a portal weighs as much as the page.
const RULES = `*{box-sizing:border-box}
html{-webkit-text-size-adjust:100%}
body{margin:0;background:var(--page);color:var(--text);font:16px/1.5 system-ui,-apple-system,"Segoe UI",Roboto,sans-serif;overflow-wrap:break-word}
.skip{position:absolute;left:-999px}
.skip:focus{left:8px;top:8px;padding:8px 12px;background:var(--raised);color:var(--text)}
header,footer{padding:12px 16px}
header{display:flex;flex-wrap:wrap;gap:4px 16px;align-items:center;background:var(--header-background);color:var(--header-text);border-bottom:1px solid var(--header-line)}
header a,header button{color:var(--header-text)}
.brand{font-weight:650;font-size:18px;text-decoration:none;padding:8px 0;margin-right:auto}
nav,.row{display:flex;flex-wrap:wrap;gap:4px 16px;align-items:center}
nav a{padding:10px 0}
.plain{background:none;border:0;padding:10px 0;font:inherit;color:inherit;text-decoration:underline;cursor:pointer}
main{max-width:42rem;margin:0 auto;padding:16px 16px 32px;display:block}
main:focus{outline:none}
h1{font-size:26px;line-height:1.2;margin:8px 0 12px}
h2{font-size:20px;line-height:1.25;margin:24px 0 8px}
h3{font-size:17px;line-height:1.3;margin:0 0 4px}
p,ul,ol,dl,table,blockquote,figure{margin:0 0 12px}
a{color:var(--primary-text)}
:focus-visible{outline:3px solid var(--primary-line);outline-offset:2px}
small,.soft{color:var(--muted);font-size:14px}
small{display:block}
.button{display:inline-block;min-height:48px;padding:11px 20px;border:1px solid var(--primary-edge);border-radius:8px;background:var(--primary);color:var(--on-primary);font:inherit;font-weight:560;text-decoration:none;cursor:pointer}
.button:hover{background:var(--primary-hover)}
.button.second{background:var(--surface);color:var(--text);border-color:var(--line-strong)}
.steps{display:flex;flex-wrap:wrap;gap:12px;justify-content:space-between;margin-top:24px;padding-top:16px;border-top:1px solid var(--line)}
.steps form{margin-left:auto}
.note{padding:12px 16px;border-left:4px solid var(--primary-line);background:var(--surface);margin:0 0 16px;border-radius:0 8px 8px 0}
.note>:last-child,.card>:last-child{margin-bottom:0}
.note.good{border-color:var(--success-line);background:var(--success-soft);color:var(--success-text)}
.note.warn{border-color:var(--warning-line);background:var(--warning-soft);color:var(--warning-text)}
.note.bad{border-color:var(--danger-line);background:var(--danger-soft);color:var(--danger-text)}
.note a{color:inherit}
.note a.button{color:var(--on-primary)}
.list{list-style:none;padding:0}
.card{padding:16px;margin:0 0 12px;border:1px solid var(--line);border-radius:12px;background:var(--surface)}
progress{width:100%;height:8px;accent-color:var(--primary)}
.outline{list-style:none;padding:0;margin:0 0 16px}
.outline .outline{margin:0 0 0 16px}
.outline li>a,.outline li>div{display:block;padding:10px 0;border-bottom:1px solid var(--line)}
.card h2{margin-top:0}
.outline small{display:inline-block;width:100%}
.outline h3{padding-top:12px}
label{display:block;font-weight:560;margin-bottom:4px}
.field{margin-bottom:16px}
.field small{margin:4px 0 0}
.input{width:100%;min-height:48px;padding:10px 12px;font:inherit;color:var(--text);background:var(--surface);border:1px solid var(--line-strong);border-radius:8px}
.input[aria-invalid]{border-color:var(--danger-line)}
.error{color:var(--danger-text);font-weight:560;margin:4px 0 0}
.check{display:flex;gap:12px;align-items:flex-start;font-weight:400;padding:10px 0;margin:0}
.check input{width:22px;height:22px;margin:1px 0 0;flex:none;accent-color:var(--primary)}
fieldset{border:0;padding:0;margin:0 0 24px;min-width:0}
legend{padding:0;font-weight:560}
.answers .check{padding:12px;border:1px solid var(--line-strong);border-radius:8px;margin-bottom:8px;background:var(--surface)}
img,video{max-width:100%;height:auto}
audio,video{width:100%;display:block;margin-bottom:12px}
.prose{overflow-x:auto}
.prose table{border-collapse:collapse}
.prose td,.prose th{border:1px solid var(--line-strong);padding:6px 8px;text-align:left;vertical-align:top}
.prose blockquote{border-left:4px solid var(--line-strong);padding-left:12px;margin-left:0}
.prose pre{overflow-x:auto}
footer{max-width:42rem;margin:0 auto;color:var(--muted);border-top:1px solid var(--line);font-size:14px}
footer a{display:inline-block;padding:8px 0}`.replaceAll('\n', '')

/** The styles of every lite page, in the portal's colors and the scheme of the device. */
export const liteStyle = (branding: Branding): string => {
  const { style, only } = brandStyleByDevice(branding)
  const light = only === 'dark' ? '' : `:root{color-scheme:light;${tokens('light')}}`
  const dark = `:root{color-scheme:dark;${tokens('dark')}}`
  return `${style}${light}${only === 'dark' ? dark : `@media (prefers-color-scheme:dark){${dark}}`}${RULES}`
}
