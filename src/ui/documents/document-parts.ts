import dataUrl from 'virtual:pdf-data'
import pdfWorkerUrl from 'pdfjs-dist/legacy/build/pdf.worker.min.mjs?url'
import { loadViewer } from './viewer.tsx'
import workerUrl from './worker.ts?worker&url'

const NAMED = /["'`](?:\.\/|\/?assets\/)([\w.-]+\.m?js)["'`]/g
/** What scanned PDFs need. Tables of Asian scripts are too many to load ahead. */
const SCANS = ['openjpeg_nowasm_fallback.js', 'jbig2_nowasm_fallback.js']

/** Loads a script of the build and all that it names. */
const loadNamed = async (url: string, seen: Set<string>): Promise<void> => {
  if (seen.has(url)) return
  seen.add(url)
  const text = await (await fetch(url)).text()
  await Promise.all([...text.matchAll(NAMED)].map(([, name]) => loadNamed(`/assets/${name}`, seen)))
}

/** Loads everything that shows documents, of whatever kind, ahead of the first: for pages that open without a network. */
export const loadDocumentParts = async (): Promise<void> => {
  await Promise.all([
    loadViewer('pdf'),
    loadViewer('docx'),
    fetch(pdfWorkerUrl),
    ...SCANS.map((name) => fetch(`${dataUrl}wasm/${name}`).catch(() => {})),
    loadNamed(workerUrl, new Set()),
  ])
}
