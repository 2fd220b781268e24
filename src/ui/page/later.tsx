import { type ComponentType, lazy, memo, Suspense, useState } from 'react'
import { whenOnline } from '../calls/when-online.ts'

const isServer = typeof document === 'undefined'
const loading: Promise<unknown>[] = []

/** Resolves when the server has every part that a page may show; rendering does not wait for anything. */
export const partsLoaded = async (): Promise<void> => {
  await Promise.all(loading)
}

/**
 * A part of a page whose script is not waited for: the server's HTML of it stands there at once, and it comes to life
 * when its file has arrived. Links and native controls in it work before that. The name of the file ends with `-part`, by
 * which the server knows that its styles belong into the head of the page. It is asked for as soon as the page's own file
 * runs, or, with `isRare`, when the part is first shown. Its props, and the contexts around it, must stay the same
 * objects while nothing in them changes, or React gives up the server's HTML.
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
