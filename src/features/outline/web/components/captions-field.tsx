import { Input, Select, TextInput } from '@mantine/core'
import { useId, useRef, useState } from 'react'
import {
  CAPTION_EXTENSIONS,
  CAPTION_LANGUAGES,
  CAPTIONS_MAX_FILES,
  CAPTIONS_MAX_LENGTH,
  captionFaultText,
  languageName,
  languageOfName,
  readCaptions,
} from '#kernel/uploads/captions.ts'
import { acceptAttribute, checkUpload } from '#kernel/uploads/uploads.ts'
import { useField } from '#ui/app/form/form-context.ts'
import { IconTrash, IconUpload } from '#ui/icons.tsx'
import { Alert } from '#ui/public/parts/alert.tsx'
import { Button, IconButton } from '#ui/public/parts/button.tsx'
import styles from '../captions.module.css'

/** Captions in the form of an item: a new file with its text, or one that the item has by its uuid (BLD-070). */
export type CaptionsValue = { language: string; label: string; name: string; media_uuid?: string; file_text?: string }

/** The captions that an item has, without their addresses, which change by the hour. */
export const captionsValue = ({
  language,
  label,
  name,
  media_uuid,
}: Required<Omit<CaptionsValue, 'file_text'>>): CaptionsValue => ({
  language,
  label,
  name,
  media_uuid,
})

/** Captions in the words of a form that asks which version stays. */
export const captionsWords = (captions: readonly CaptionsValue[]): string =>
  captions.map(({ label, name }) => `${label} (${name})`).join(', ') || 'None'

const RULE = { extensions: CAPTION_EXTENSIONS, maxSize: 4 * CAPTIONS_MAX_LENGTH }
const ENGLISH_NAMES = new Intl.DisplayNames(['en-US'], { type: 'language' })
const LANGUAGES = CAPTION_LANGUAGES.map((value) => ({ value, label: ENGLISH_NAMES.of(value) ?? value }))

/** The text of a file: captions are in Unicode, or as older programs on Windows wrote them. */
const textOfFile = async (file: File): Promise<string> => {
  const bytes = await file.arrayBuffer()
  const [first, second] = new Uint8Array(bytes)
  if (first === 0xff && second === 0xfe) return new TextDecoder('utf-16le').decode(bytes)
  if (first === 0xfe && second === 0xff) return new TextDecoder('utf-16be').decode(bytes)
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return new TextDecoder('windows-1252').decode(bytes)
  }
}

/** Caption files of an audio or a video, each read when it is chosen and refused with the line that is wrong (BLD-070, BLD-071). */
export function CaptionsField({ name }: { name: string }) {
  const id = useId()
  const input = useRef<HTMLInputElement>(null)
  const add = useRef<HTMLButtonElement>(null)
  const { value, onChange, error, isReadOnly } = useField<CaptionsValue[]>(name)
  const [refused, setRefused] = useState<readonly string[]>([])
  const captions = value ?? []
  const taken = (language: string, except?: CaptionsValue) =>
    captions.some((each) => each !== except && each.language === language)

  const take = async (files: readonly File[]) => {
    const texts: string[] = []
    const added: CaptionsValue[] = []
    for (const file of files) {
      const refusal = checkUpload(file, RULE)
      const text = refusal ? '' : await textOfFile(file)
      const fault = refusal ? null : readCaptions(text).fault
      if (refusal) texts.push(refusal.message)
      else if (fault) texts.push(captionFaultText(file.name, fault))
      else {
        const isFree = (language: string) => !taken(language) && !added.some((each) => each.language === language)
        const nameLanguage = languageOfName(file.name)
        const language = [nameLanguage ?? 'en', ...CAPTION_LANGUAGES].find(isFree) ?? 'en'
        added.push({ language, label: languageName(language), name: file.name, file_text: text })
      }
    }
    const all = [...captions, ...added].slice(0, CAPTIONS_MAX_FILES)
    if (captions.length + added.length > CAPTIONS_MAX_FILES)
      texts.push(`An item has at most ${CAPTIONS_MAX_FILES} caption files.`)
    setRefused(texts)
    if (added.length > 0) onChange(all)
  }
  const change = (index: number, next: Partial<CaptionsValue>) =>
    onChange(captions.map((each, at) => (at === index ? { ...each, ...next } : each)))
  return (
    <Input.Wrapper
      label="Captions"
      labelElement="div"
      labelProps={{ id: `${id}-name` }}
      description="WebVTT (.vtt) or SubRip (.srt) files, one for each language. Learners also read them as a transcript."
      error={error}
      errorProps={{ id: `${id}-error` }}
    >
      <div className={styles.field}>
        {captions.length > 0 && (
          <ul className={styles.list} aria-labelledby={`${id}-name`}>
            {captions.map((each, index) => (
              <li key={each.media_uuid ?? each.name + each.file_text?.length}>
                <span className={styles.name}>{each.name}</span>
                <Select
                  aria-label={`Language of ${each.name}`}
                  data={LANGUAGES.filter((language) => !taken(language.value, each))}
                  value={each.language}
                  allowDeselect={false}
                  searchable
                  openOnFocus={false}
                  disabled={isReadOnly}
                  onChange={(language) => language && change(index, { language, label: languageName(language) })}
                />
                <TextInput
                  aria-label={`Label of ${each.name} in the player`}
                  maxLength={60}
                  value={each.label}
                  readOnly={isReadOnly}
                  onChange={(event) => change(index, { label: event.currentTarget.value })}
                />
                {!isReadOnly && (
                  <IconButton
                    icon={IconTrash}
                    size="sm"
                    label={`Remove ${each.name}`}
                    onClick={() => {
                      onChange(captions.filter((other) => other !== each))
                      add.current?.focus()
                    }}
                  />
                )}
              </li>
            ))}
          </ul>
        )}
        {!isReadOnly && (
          <>
            <Button
              ref={add}
              variant="outline"
              size="sm"
              icon={IconUpload}
              data-path={name}
              aria-describedby={error ? `${id}-error` : undefined}
              onClick={() => input.current?.click()}
            >
              Add captions
            </Button>
            <input
              ref={input}
              type="file"
              hidden
              multiple
              aria-label="Caption files"
              accept={acceptAttribute(RULE)}
              onChange={(event) => {
                void take([...(event.currentTarget.files ?? [])])
                // The same file may be chosen again once it is mended.
                event.currentTarget.value = ''
              }}
            />
          </>
        )}
        {refused.length > 0 && (
          <Alert tone="danger" title="Not added" isLive>
            {refused.map((text) => (
              <p key={text}>{text}</p>
            ))}
          </Alert>
        )}
      </div>
    </Input.Wrapper>
  )
}
