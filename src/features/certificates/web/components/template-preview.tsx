import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { type ComponentType, useEffect, useId, useMemo, useState } from 'react'
import { ERRORS } from '#kernel/errors.ts'
import { useApi } from '#ui/calls/api.tsx'
import { DEBOUNCE, useDebounced } from '#ui/hooks/use-debounced.ts'
import { IconDownload } from '#ui/icons.tsx'
import { textOfError } from '#ui/public/lists/error-text.ts'
import { Alert } from '#ui/public/parts/alert.tsx'
import { Button } from '#ui/public/parts/button.tsx'
import { previewCertificateTemplate } from '../../contract.ts'
import styles from '../template.module.css'

type Fields = Record<string, unknown>
type Sheet = ComponentType<{ pdf: Uint8Array }>

/** What draws a PDF is half a megabyte of script, which only this screen loads. */
const useSheet = (): Sheet | null => {
  const [drawn, setDrawn] = useState<{ Sheet: Sheet } | null>(null)
  useEffect(() => {
    import('./pdf-sheet.tsx').then(setSheet, () => {})
    function setSheet({ PdfSheet }: { PdfSheet: Sheet }) {
      setDrawn({ Sheet: PdfSheet })
    }
  }, [])
  return drawn?.Sheet ?? null
}

/** The first message of a refused field, else what the call said. */
const reasonOf = (error: unknown): string =>
  Object.values((error as { errors?: Record<string, string[]> }).errors ?? {})[0]?.[0] ?? textOfError(error)

/** The certificates of a template as they are printed, a moment after each change (CER-012). */
export function TemplatePreview({ slug, template }: { slug: string; template: Fields }) {
  const api = useApi()
  const id = useId()
  const Sheet = useSheet()
  const written = JSON.stringify(template)
  const [shown, setShown] = useState(written)
  const { call: showLater } = useDebounced(setShown, DEBOUNCE.query)
  useEffect(() => {
    showLater(written)
  }, [written, showLater])
  const isComplete = Boolean(template['title'] && template['text'])
  const { data, error, isFetching } = useQuery({
    ...api.query(previewCertificateTemplate, { params: { slug }, body: JSON.parse(shown) }),
    enabled: isComplete,
    placeholderData: keepPreviousData,
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
  })
  const pdf = useMemo(() => (data ? Uint8Array.from(atob(data.data.pdf), (sign) => sign.charCodeAt(0)) : null), [data])
  const download = () => {
    if (!pdf) return
    const url = URL.createObjectURL(new Blob([pdf], { type: 'application/pdf' }))
    const link = Object.assign(document.createElement('a'), { href: url, download: 'Certificate preview.pdf' })
    link.click()
    URL.revokeObjectURL(url)
  }
  const isComing = isFetching || written !== shown
  return (
    <section className={styles.preview} aria-labelledby={id} aria-busy={isComing}>
      <div className={styles.head}>
        <h2 id={id}>Preview</h2>
        <span className={styles.state} role="status">
          {isComing && isComplete ? 'Drawing…' : ''}
        </span>
        <Button variant="outline" size="sm" icon={IconDownload} disabled={!pdf || isComing} onClick={download}>
          Download as PDF
        </Button>
      </div>
      <div className={styles.sheet}>{pdf && Sheet ? <Sheet pdf={pdf} /> : null}</div>
      {!isComplete && <Alert tone="warning">A certificate needs a title and a text.</Alert>}
      {isComplete && error && <Alert tone="warning">{reasonOf(error)}</Alert>}
      {data && !data.data.has_logo && <Alert tone="warning">{ERRORS.no_certificate_logo.text}</Alert>}
      {data && data.data.undrawable.length > 0 && (
        <Alert tone="warning">
          {`No font has these characters: ${data.data.undrawable.join(' ')}. A box is printed in their place. Write them another way.`}
        </Alert>
      )}
      <p className={styles.note}>This preview uses your name and a number of zeros.</p>
    </section>
  )
}
