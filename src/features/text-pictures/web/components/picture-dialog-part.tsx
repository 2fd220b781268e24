import { type ComponentType, useRef, useState } from 'react'
import { MediaPicker } from '#features/media/web/public.ts'
import type { PictureDialogProps, TextPicture } from '#ui/app/rich-text/text-pictures.ts'
import { Dialog } from '#ui/public/dialogs/dialog.tsx'
import { toast } from '#ui/public/dialogs/toasts.tsx'
import { Button } from '#ui/public/parts/button.tsx'
import { Checkbox, Field, Input } from '#ui/public/parts/field.tsx'
import { placeOf } from '../take-picture.ts'
import styles from '../text-pictures.module.css'

/** A library as a dialog; `load` brings the chosen picture. */
export type Chooser = ComponentType<{
  onPick: (name: string, load: () => Promise<TextPicture>) => void
  onClose: () => void
}>

/** The pictures of the materials library, for texts of courses. */
const CourseChooser: Chooser = ({ onPick, onClose }) => (
  <MediaPicker
    isOpen
    title="Choose a picture"
    types={['img']}
    onPick={({ uuid, name }) => onPick(name, async () => ({ ...(await placeOf(uuid)), alt: null }))}
    onClose={onClose}
  />
)

/** Chooses a picture of the library for a text of a course, and asks what it shows (BLD-085). */
export const PictureDialog = (props: PictureDialogProps) => <PictureDialogWith {...props} Chooser={CourseChooser} />

/** The same over any library. */
export function PictureDialogWith({
  start,
  onSet,
  onRemove,
  onClose,
  Chooser,
}: PictureDialogProps & { Chooser: Chooser }) {
  const [picture, setPicture] = useState<TextPicture | null>(start)
  const [isChoosing, setChoosing] = useState(start === null)
  const isPicked = useRef(false)
  const choose = async (name: string, load: () => Promise<TextPicture>) => {
    isPicked.current = true
    try {
      const next = await load()
      setPicture((now) => ({ ...next, alt: now?.alt ?? next.alt }))
      setChoosing(false)
    } catch {
      toast.error(`${name} cannot be shown. Choose another picture.`)
    }
    isPicked.current = false
  }
  // The library closes after a choice as well.
  const leaveLibrary = () => {
    if (isPicked.current) isPicked.current = false
    else if (picture) setChoosing(false)
    else onClose()
  }
  if (isChoosing) return <Chooser onPick={(name, load) => void choose(name, load)} onClose={leaveLibrary} />
  return picture ? (
    <Description
      key={picture.src}
      picture={picture}
      isNew={start === null}
      onSet={onSet}
      onRemove={onRemove}
      onClose={onClose}
      onChoose={() => setChoosing(true)}
    />
  ) : null
}

type DescriptionProps = {
  picture: TextPicture
  isNew: boolean
  onSet: (picture: TextPicture) => void
  onRemove: () => void
  onClose: () => void
  onChoose: () => void
}

function Description({ picture, isNew, onSet, onRemove, onClose, onChoose }: DescriptionProps) {
  const [alt, setAlt] = useState(picture.alt ?? '')
  const [isDecorative, setDecorative] = useState(picture.alt === '')
  const [error, setError] = useState<string | null>(null)
  const set = () => {
    const said = alt.trim()
    if (!isDecorative && said === '') setError('Say what the picture shows, or mark it as decorative.')
    else onSet({ ...picture, alt: isDecorative ? '' : said })
  }
  return (
    <Dialog
      isOpen
      title={isNew ? 'Add picture' : 'Picture'}
      onClose={onClose}
      footer={
        <>
          {!isNew && (
            <Button variant="outline" onClick={onRemove}>
              Remove picture
            </Button>
          )}
          <Button onClick={set}>{isNew ? 'Add picture' : 'Save picture'}</Button>
        </>
      }
    >
      <div className={styles.description}>
        <div className={styles.preview}>
          <img src={picture.src} alt={alt} width={picture.width ?? undefined} height={picture.height ?? undefined} />
        </div>
        <Button variant="outline" size="sm" onClick={onChoose}>
          Choose another picture
        </Button>
        <Field
          label="Alternative text"
          hint="What the picture shows, for people who cannot see it."
          error={error}
          isRequired={!isDecorative}
        >
          <Input
            data-autofocus
            value={alt}
            maxLength={500}
            disabled={isDecorative}
            onChange={(event) => {
              setAlt(event.currentTarget.value)
              setError(null)
            }}
            onKeyDown={(event) => {
              if (event.key !== 'Enter') return
              event.preventDefault()
              set()
            }}
          />
        </Field>
        <Checkbox
          label="This picture is decorative"
          hint="It adds nothing to the text. Screen readers skip it."
          checked={isDecorative}
          onChange={(event) => {
            setDecorative(event.currentTarget.checked)
            setError(null)
          }}
        />
      </div>
    </Dialog>
  )
}
