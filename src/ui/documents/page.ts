import { escapeHtml, tag } from './markup.ts'

const STYLE = `
  :root { color-scheme: only light }
  body { margin: 0 auto; padding: 24px; max-width: 46rem; font: 17px/1.6 system-ui, sans-serif; color: #1a1c20; background: #fff; overflow-wrap: break-word }
  body:has(> .sheets) { max-width: none }
  h1, h2, h3, h4, h5, h6 { line-height: 1.25; margin: 1.4em 0 .5em }
  h1 { font-size: 1.6em } h2 { font-size: 1.35em } h3 { font-size: 1.15em } h4, h5, h6 { font-size: 1em }
  img { max-width: 100%; height: auto }
  .table { overflow-x: auto; margin: 0 0 24px }
  table { border-collapse: collapse; font-size: 15px }
  .table > table { min-width: 12rem }
  caption { padding: 8px 0; text-align: left; font-weight: 600 }
  td, th { padding: 4px 10px; border: 1px solid #d5d8de; vertical-align: top; text-align: left; overflow-wrap: normal }
  th { background: #f3f4f6; font-weight: 600 }
  td > p, li > p { margin: 0 }
  .sheets td, .sheets th { max-width: 24rem; font-variant-numeric: tabular-nums }
  .slide { margin: 0 0 20px; padding: 16px 24px 20px; border: 1px solid #d5d8de; border-radius: 8px }
  .slide h2 { margin: 0 0 12px }
  .slide .number { margin: 0; font-size: 13px; color: #5c626d }
  .notes { margin-top: 20px; padding-top: 8px; border-top: 1px solid #d5d8de; font-size: 15px; color: #3b4048 }
  .notes h3 { margin: 0 0 4px; font-size: 15px }
  .notes p { margin: 0 0 8px }
  .note { padding: 8px 12px; border-radius: 8px; background: #f3f4f6; color: #3b4048; font-size: 15px }
  .only-read { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%) }
  pre { white-space: pre-wrap; font: inherit }
  a { color: #1d4ed8 }
  @media (max-width: 30rem) { body { padding: 16px } .slide { padding: 12px 14px 14px } }
`
// The frame has no scripts; this keeps it from asking for anything as well.
const POLICY = "default-src 'none'; style-src 'unsafe-inline'; img-src data:"

/** A whole page around cleaned content, for a frame in which nothing runs and from which nothing is fetched. */
export const documentPage = (title: string, body: string): string => {
  const name = escapeHtml(title)
  const heading = /<h1\b/.test(body) ? '' : tag('h1', name, { class: 'only-read' })
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta http-equiv="Content-Security-Policy" content="${POLICY}"><meta name="viewport" content="width=device-width"><title>${name}</title><base target="_blank"><style>${STYLE}</style></head><body>${heading}${body}</body></html>`
}
