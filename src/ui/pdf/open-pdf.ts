import dataUrl from 'virtual:pdf-data'
import { GlobalWorkerOptions, getDocument, type PDFDocumentProxy } from 'pdfjs-dist/legacy/build/pdf.mjs'
import workerUrl from 'pdfjs-dist/legacy/build/pdf.worker.min.mjs?url'
import type { PaperSize } from './paper-page.tsx'

GlobalWorkerOptions.workerSrc = workerUrl

export type OpenedPdf = { document: PDFDocumentProxy; sizes: PaperSize[] }

/** Opens a PDF. Of an address only what is looked at is loaded, in pieces: a long document opens as quickly as a short one. */
export const openPdf = (source: { url: string } | { data: Uint8Array }) =>
  getDocument({
    ...source,
    disableAutoFetch: true,
    disableStream: true,
    useWasm: false,
    wasmUrl: `${dataUrl}wasm/`,
    cMapUrl: `${dataUrl}cmaps/`,
  })

/** The size of every page would have to be read from each; until one is drawn, it is taken to be as the first. */
export const sizesOf = async (document: PDFDocumentProxy): Promise<PaperSize[]> => {
  const { width, height } = (await document.getPage(1)).getViewport({ scale: 1 })
  return Array.from({ length: document.numPages }, () => ({ width, height }))
}
