import { useState } from 'react'
import { formatFileSize } from '#kernel/format.ts'
import { IconDownload, IconFile } from '../icons.tsx'
import { Dialog } from '../public/dialogs/dialog.tsx'
import { Alert } from '../public/parts/alert.tsx'
import { LinkButton } from '../public/parts/button.tsx'
import styles from './file-list.module.css'
import { DocumentViewer, hasViewer } from './viewer.tsx'

export type ListedFile = { name: string; size: number; url: string }

const PICTURES: ReadonlySet<string> = new Set(['gif', 'jpeg', 'jpg', 'png', 'webp'])
const SOUNDS: ReadonlySet<string> = new Set(['mp3'])
const typeOf = (name: string): string => name.split('.').at(-1)?.toLowerCase() ?? ''
const canShow = (type: string): boolean => hasViewer(type) || PICTURES.has(type) || SOUNDS.has(type)
const savedFrom = (url: string): string => (url.includes('?') ? `${url}&download=1` : url)

/** Files that people have sent: each can be saved, and opens in the page where that can show it (ASG-027). */
export function FileList({ files, label = 'Files' }: { files: readonly ListedFile[]; label?: string }) {
  const [opened, setOpened] = useState<ListedFile | null>(null)
  if (files.length === 0) return null
  return (
    <>
      <ul className={styles.files} aria-label={label}>
        {files.map((file) => (
          <li key={file.url}>
            <IconFile size={18} />
            <span className={styles.name}>
              {canShow(typeOf(file.name)) ? (
                <button type="button" aria-haspopup="dialog" onClick={() => setOpened(file)}>
                  {file.name}
                </button>
              ) : (
                file.name
              )}{' '}
              <small>{formatFileSize(file.size)}</small>
            </span>
            <Save file={file} />
          </li>
        ))}
      </ul>
      {opened && (
        <Dialog
          isOpen
          size="xl"
          title={opened.name}
          onClose={() => setOpened(null)}
          footer={<Save file={opened} isOutlined />}
        >
          <ShownFile file={opened} />
        </Dialog>
      )}
    </>
  )
}

function Save({ file: { name, url }, isOutlined }: { file: ListedFile; isOutlined?: boolean }) {
  return (
    <LinkButton
      href={savedFrom(url)}
      download={name}
      variant={isOutlined ? 'outline' : 'ghost'}
      size="sm"
      icon={IconDownload}
      aria-label={`Download ${name}`}
    >
      Download
    </LinkButton>
  )
}

/** A picture, sound or document in the page. */
export function ShownFile({ file: { name, url } }: { file: ListedFile }) {
  const [isFailed, setFailed] = useState(false)
  const type = typeOf(name)
  const fail = () => setFailed(true)
  if (isFailed) return <Alert tone="warning">This file cannot be shown here. Please download it.</Alert>
  if (PICTURES.has(type)) return <img className={styles.picture} src={url} alt={name} onError={fail} />
  if (SOUNDS.has(type))
    // biome-ignore lint/a11y/useMediaCaption: what people record has no captions; the download serves other players
    return <audio className={styles.sound} controls src={url} aria-label={name} onError={fail} />
  return <DocumentViewer url={url} type={type} title={name} />
}
