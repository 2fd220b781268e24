import { useEffect, useRef, useState } from 'react'
import { forgetFile, keepFile, storedFiles } from '../kept/kept-files.ts'

type ChosenFile = { id: string; file: File }

let counter = 0

/** Chosen files that neither a reload nor a killed browser loses: they are kept until they are taken out. */
export const useDraftFiles = (work: string) => {
  const [chosen, setChosen] = useState<readonly ChosenFile[]>([])
  const newest = useRef<readonly ChosenFile[]>([])
  const writtenTo = useRef<string | null>(null)
  const show = (next: readonly ChosenFile[]) => {
    newest.current = next
    setChosen(next)
  }
  useEffect(() => {
    let isGone = false
    void storedFiles(work).then((files) => {
      if (isGone || writtenTo.current === work) return
      newest.current = files
      setChosen(files)
    })
    return () => {
      isGone = true
    }
  }, [work])
  const write = (files: readonly File[]) => {
    writtenTo.current = work
    const before = newest.current
    for (const { id, file } of before) if (!files.includes(file)) void forgetFile(id)
    show(
      files.map((file) => {
        const known = before.find((one) => one.file === file)
        if (known) return known
        const id = `${work} ${Date.now()} ${++counter}`
        void keepFile({ id, work, file })
        return { id, file }
      }),
    )
  }
  return [chosen.map(({ file }) => file), write] as const
}
