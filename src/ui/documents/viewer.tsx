import { type ComponentType, useEffect, useState } from 'react'
import { useOnline } from '../hooks/use-online.ts'
import { Alert } from '../public/parts/alert.tsx'
import { FRAMED, type ViewerProps } from './kinds.ts'
import styles from './paper.module.css'

type Viewer = ComponentType<ViewerProps>

// What shows a document is up to half a megabyte of script, which only those load who read one.
const paper = async () => (await import('./paper.tsx')).Paper
const office = async () => (await import('./office.tsx')).Office

/** Whether documents of this extension are read in the page. */
export const hasViewer = (type: string): boolean => type === 'pdf' || FRAMED.has(type)
/** Loads what shows documents of this extension, ahead of the first. */
export const loadViewer = (type: string): Promise<Viewer> => (type === 'pdf' ? paper() : office())

/**
 * A document in the page (LRN-034). Without a connection it says so, and opens automatically when the connection is
 * back.
 */
export function DocumentViewer(props: Omit<ViewerProps, 'onFailed'>) {
  const { type } = props
  const isOnline = useOnline()
  const [viewer, setViewer] = useState<{ Viewer: Viewer } | null>(null)
  const [isFailed, setFailed] = useState(false)
  useEffect(() => {
    // Without a connection, what shows it may still be on this device.
    if (viewer || (!isOnline && !navigator.serviceWorker?.controller)) return
    let isGone = false
    loadViewer(type).then(
      (Viewer) => !isGone && setViewer({ Viewer }),
      () => !isGone && setFailed(true),
    )
    return () => {
      isGone = true
    }
  }, [viewer, isOnline, type])
  // What failed without a connection is tried again with one.
  useEffect(() => {
    if (isOnline) setFailed(false)
  }, [isOnline])

  if (viewer && !isFailed) return <viewer.Viewer {...props} onFailed={() => setFailed(true)} />
  if (!isOnline) return <Alert title="There is no connection">The document opens here when you are back online.</Alert>
  if (isFailed) return <Alert tone="warning">This document cannot be shown here. Please download it.</Alert>
  return (
    <div className={styles.paper} aria-busy="true">
      <p className={styles.wait}>Opening the document…</p>
    </div>
  )
}
