import { useRef, useState } from 'react'
import { type MaterialRow, MediaPicker } from '#features/media/web/public.ts'
import type { PictureDialogProps, TextPicture } from '#ui/app/rich-text/text-pictures.ts'
import { Dialog } from '#ui/public/dialogs/dialog.tsx'
import { toast } from '#ui/public/dialogs/toasts.tsx'
import { Button } from '#ui/public/parts/button.tsx'
import { Checkbox, Field, Input } from '#ui/public/parts/field.tsx'
import { placeOf } from '../take-picture.ts'
import styles from '../text-pictures.module.css'

/** Chooses a picture of the library for a text, and asks what it shows (BLD-085). */
export function PictureDialog({ start, onSet, onRemove, onClose }: PictureDialogProps) {
  const [picture, setPicture] = useState<TextPicture | null>(start)
  const [isChoosing, setChoosing] = useState(start === null)
  const isPicked = useRef(false)
  const choose = async ({ uuid, name }: MaterialRow) => {
    isPicked.current = true
    try {
      const place = await placeOf(uuid)
      setPicture((now) => ({ ...place, alt: now?.alt ?? null }))
      setChoosing(false)
    } catch {
      isPicked.current = false
      toast.error(`${name} cannot be shown. Choose another picture.`)
    }
  }
  // The library closes after a choice as well.
  const leaveLibrary = () => {
    if (isPicked.current) isPicked.current = false
    else if (picture) setChoosing(false)
    else onClose()
  }
  if (isChoosing)
    return (
      <MediaPicker
        isOpen
        title="Choose a picture"
        types={['img']}
        onPick={(material) => void choose(material)}
        onClose={leaveLibrary}
      />
    )
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
