import type { Editor } from '@tiptap/react'
import type { ComponentType } from 'react'
import { Alert } from '../../public/parts/alert.tsx'
import { Button } from '../../public/parts/button.tsx'
import styles from './rich-text.module.css'
import type { LostPicture, PictureDialogProps, TextPicture } from './text-pictures.ts'
import { useEditorValue } from './use-editor-value.ts'
import type { TakenPictures } from './use-taken-pictures.ts'

/** The picture that is selected in the text, or null. */
export const selectedPicture = (editor: Editor | null): TextPicture | null =>
  editor?.isActive('image') ? (editor.getAttributes('image') as TextPicture) : null

/** The places of pictures of which nobody has said what they show. */
const silentPictures = (editor: Editor): number[] => {
  const places: number[] = []
  editor.state.doc.descendants((node, at) => {
    if (node.type.name === 'image' && node.attrs['alt'] === null) places.push(at)
  })
  return places
}

const countSilent = (editor: Editor): number => silentPictures(editor).length

const counted = (count: number, one: string, more: string) =>
  count === 1 ? `1 picture ${one}` : `${count} pictures ${more}`
const lineOf = ({ name, reason }: LostPicture) => (reason.includes(name) ? reason : `${name}: ${reason}`)

type Props = {
  editor: Editor
  Dialog: ComponentType<PictureDialogProps>
  taken: TakenPictures
  open: { start: TextPicture | null } | null
  onOpen: (open: { start: TextPicture | null } | null) => void
  isReadOnly: boolean
}

/** Below a text: what its pictures still need, which of them could not come, and the dialog that adds and changes them. */
export function RichTextPictures({ editor, Dialog, taken, open, onOpen, isReadOnly }: Props) {
  const silent = useEditorValue(editor, countSilent, 0)
  const { waiting, lost, forgetLost } = taken
  const set = ({ src, alt, width, height }: TextPicture) => {
    const chain = editor.chain().focus()
    if (open?.start) chain.updateAttributes('image', { src, alt, width, height }).run()
    else chain.insertContent({ type: 'image', attrs: { src, alt, width, height } }).run()
    onOpen(null)
  }
  const remove = () => {
    editor.chain().focus().deleteSelection().run()
    onOpen(null)
  }
  const describeFirst = () => {
    const [at] = silentPictures(editor)
    if (at === undefined) return
    editor.commands.setNodeSelection(at)
    onOpen({ start: selectedPicture(editor) })
  }
  return (
    <>
      <div role="status" className={styles.status}>
        {waiting > 0 && `Adding ${counted(waiting, '', '').trim()} to the library…`}
      </div>
      {lost.length > 0 && (
        <Alert
          tone="warning"
          isLive
          title={counted(lost.length, 'was left out', 'were left out')}
          action={
            <Button variant="outline" size="sm" onClick={forgetLost}>
              Dismiss
            </Button>
          }
        >
          <ul className={styles.lost}>
            {lost.map((picture, at) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: two pictures may share name and reason
              <li key={at}>{lineOf(picture)}</li>
            ))}
          </ul>
        </Alert>
      )}
      {silent > 0 && !isReadOnly && (
        <Alert
          tone="info"
          title={counted(silent, 'has no alternative text', 'have no alternative text')}
          action={
            <Button variant="outline" size="sm" onClick={describeFirst}>
              Add alternative text
            </Button>
          }
        >
          People who cannot see a picture hear what you write for it.
        </Alert>
      )}
      {open && <Dialog start={open.start} onSet={set} onRemove={remove} onClose={() => onOpen(null)} />}
    </>
  )
}
