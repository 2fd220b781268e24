import { type ComponentProps, useEffect, useState } from 'react'
import { useOnline } from '#ui/hooks/use-online.ts'
import { Alert } from '#ui/public/alert.tsx'
import styles from './paper.module.css'
import type { Paper } from './paper.tsx'

type Viewer = typeof Paper

/** Loads the script that draws documents: half a megabyte, which only those load who read one. */
export const loadViewer = async (): Promise<Viewer> => (await import('./paper.tsx')).Paper

/** A document in the page (LRN-034). Without a connection it says so, and opens by itself when there is one again. */
export function DocumentViewer(props: Omit<ComponentProps<Viewer>, 'onFailed'>) {
  const isOnline = useOnline()
  const [viewer, setViewer] = useState<{ Viewer: Viewer } | null>(null)
  const [isFailed, setFailed] = useState(false)
  useEffect(() => {
    if (viewer || !isOnline) return
    let isGone = false
    loadViewer().then(
      (Viewer) => !isGone && setViewer({ Viewer }),
      () => !isGone && setFailed(true),
    )
    return () => {
      isGone = true
    }
  }, [viewer, isOnline])
  // What failed without a connection is tried again with one.
  useEffect(() => {
    if (isOnline) setFailed(false)
  }, [isOnline])

  if (viewer && !isFailed) return <viewer.Viewer {...props} onFailed={() => setFailed(true)} />
  if (!isOnline)
    return <Alert title="There is no connection">The document opens here as soon as there is one again.</Alert>
  if (isFailed) return <Alert tone="warning">This document cannot be shown here. Please download it.</Alert>
  return (
    <div className={styles.paper} aria-busy="true">
      <p className={styles.wait}>Opening the document…</p>
    </div>
  )
}
