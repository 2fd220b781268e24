import type { Node } from '@tiptap/pm/model'
import type { Editor } from '@tiptap/react'
import { useEffect, useRef, useState } from 'react'
import { newUuid } from '../../kept/new-uuid.ts'
import { useApi } from '../../page/page-context.ts'
import { PICTURE_ON_ITS_WAY } from './rich-text-parts.ts'
import type { LostPicture, PictureSource, TextPicture, TextPictures } from './text-pictures.ts'

type Takeable = { sources: readonly PictureSource[]; lost: readonly (LostPicture & { id: string })[] }

/** How many are sent at once. */
const LANES = 3

/** Puts pictures that have arrived in their places, and takes away the places of those that never will. */
const settle = (editor: Editor, outcomes: ReadonlyMap<string, TextPicture | null>) => {
  if (editor.isDestroyed) return
  const { doc, schema, tr } = editor.state
  doc.descendants((node: Node, at: number) => {
    if (node.type.name !== PICTURE_ON_ITS_WAY) return
    const outcome = outcomes.get(String(node.attrs['taking']))
    if (outcome === undefined) return
    const [from, to] = [tr.mapping.map(at), tr.mapping.map(at + node.nodeSize)]
    if (outcome) tr.replaceWith(from, to, schema.nodes['image']?.create(outcome) as Node)
    else {
      tr.delete(from, to)
      const line = tr.doc.resolve(from)
      // A line that held nothing else goes as well.
      const isLeftEmpty = line.parent.content.size === 0 && line.depth > 0 && line.node(-1).childCount > 1
      if (isLeftEmpty) tr.delete(line.before(), line.after())
    }
  })
  // Undoing the paste takes the picture away with it.
  if (tr.docChanged) editor.view.dispatch(tr.setMeta('addToHistory', false))
}

/**
 * Pictures of pasted and dropped texts on their way into the library: each has a place in the text until it is there
 * (BLD-081). Those that cannot be taken are named.
 */
export const useTakenPictures = (editor: Editor | null, pictures: TextPictures | undefined) => {
  const api = useApi()
  const outcomes = useRef(new Map<string, TextPicture | null>())
  const queue = useRef<PictureSource[]>([])
  const lanes = useRef(0)
  const [waiting, setWaiting] = useState(0)
  const [lost, setLost] = useState<readonly LostPicture[]>([])

  useEffect(() => {
    if (!editor) return
    // A redone paste brings places back whose pictures are there already.
    const settleAgain = () => settle(editor, outcomes.current)
    editor.on('update', settleAgain)
    return () => {
      editor.off('update', settleAgain)
    }
  }, [editor])
  useEffect(() => {
    // Also once the editor is there, which may be later than the picture.
    if (editor && waiting >= 0) settle(editor, outcomes.current)
  }, [editor, waiting])
  useEffect(() => {
    if (waiting === 0) return
    const hold = (event: BeforeUnloadEvent) => event.preventDefault()
    addEventListener('beforeunload', hold)
    return () => removeEventListener('beforeunload', hold)
  }, [waiting])

  const run = async (): Promise<void> => {
    const next = queue.current.shift()
    if (!next || !pictures) return
    const { id, name, alt, source } = next
    try {
      outcomes.current.set(id, { ...(await pictures.take(api, source)), alt })
    } catch (error) {
      outcomes.current.set(id, null)
      setLost((now) => [...now, { name, reason: (error as Error).message }])
    }
    setWaiting((count) => count - 1)
    return run()
  }
  const take = ({ sources, lost: never }: Takeable) => {
    for (const { id } of never) outcomes.current.set(id, null)
    setLost(never)
    queue.current.push(...sources)
    setWaiting((count) => count + sources.length)
    for (let lane = Math.min(LANES - lanes.current, sources.length); lane > 0; lane -= 1) {
      lanes.current += 1
      void run().finally(() => {
        lanes.current -= 1
      })
    }
  }
  /** Puts files into the text, at a place or where the person writes. */
  const insert = (files: readonly File[], at?: number) => {
    const sources = files.map((file) => ({ id: newUuid(), name: file.name, alt: null, source: file }))
    const places = sources.map(({ id }) => ({ type: PICTURE_ON_ITS_WAY, attrs: { taking: id } }))
    if (at === undefined) editor?.commands.insertContent(places)
    else editor?.commands.insertContentAt(at, places)
    take({ sources, lost: [] })
  }
  return { waiting, lost, take, insert, forgetLost: () => setLost([]) }
}

export type TakenPictures = ReturnType<typeof useTakenPictures>
