import { type ComponentType, lazy, memo, Suspense, useState } from 'react'
import { whenOnline } from '../calls/when-online.ts'

const isServer = typeof document === 'undefined'
const loading: Promise<unknown>[] = []

/** Resolves when the server has every part that a page may show; rendering does not wait for anything. */
export const partsLoaded = async (): Promise<void> => {
  await Promise.all(loading)
}

/**
 * A part of a page that loads its script later. The server's HTML is there at once, and links and native controls in it
 * work; the part becomes interactive when its file has arrived. The file's name ends with `-part`, which tells the
 * server to put its styles into the head of the page. The file is requested as soon as the page's own file runs, or,
 * with `isRare`, when the part is first shown. Its props and the contexts around it must stay the same objects while
 * nothing in them changes, or React discards the server's HTML.
 */
export const later = <P extends object>(
  load: () => Promise<ComponentType<P>>,
  { isRare = false } = {},
): ComponentType<P> => {
  let now: ComponentType<P> | null = null
  const start = async () => {
    const part = await whenOnline(load)
    now = part
    return { default: part }
  }
  const started = isServer || !isRare ? start() : null
  if (isServer) loading.push(started as Promise<unknown>)
  // React meets a failure where the part is shown; here it only must not count as unhandled.
  started?.catch(() => {})
  const Waiting = lazy(() => started ?? start())
  const Later = (props: P) => {
    // What it was first shown as it stays: to React the same part under another name would be another one, without what was typed into it.
    const [{ Part }] = useState(() => ({ Part: (now ?? Waiting) as ComponentType<object> }))
    return (
      <Suspense fallback={null}>
        <Part {...props} />
      </Suspense>
    )
  }
  return memo(Later) as unknown as ComponentType<P>
}
