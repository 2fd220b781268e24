import { useQueries } from '@tanstack/react-query'
import { useApi } from '#ui/calls/api.tsx'
import { Checkbox } from '#ui/public/parts/field.tsx'
import { listVersionChanges } from '../../contract.ts'
import { type AskedItem, mayAskAgain } from '../../rules/ask-again.ts'
import styles from '../versions.module.css'
import { type Change, changeTitle, fieldsInWords } from '../words.ts'

type AskAgainProps = {
  slug: string
  /** The versions that learners are in, and the one they are moved to. */
  versions: readonly number[]
  number: number
  asked: readonly AskedItem[]
  onChange: (asked: AskedItem[]) => void
}

const isSame = (one: Pick<Change, 'item_type' | 'item_id'>, other: AskedItem) =>
  one.item_type === other.item_type && one.item_id === other.item_id

/** The changed items that learners have in their versions, each with the choice to ask for it again (VER-019). */
export function AskAgain({ slug, versions, number, asked, onChange }: AskAgainProps) {
  const api = useApi()
  const results = useQueries({
    queries: versions.map((from) => api.query(listVersionChanges, { params: { slug }, query: { from, to: number } })),
  })
  const changes = new Map<string, Change>()
  for (const { data } of results)
    for (const change of data?.data ?? [])
      if (mayAskAgain(change)) changes.set(`${change.item_type}:${change.item_id}`, change)
  if (changes.size === 0) return null
  return (
    <fieldset className={styles.asking}>
      <legend>Ask again</legend>
      <p>Learners who have begun or finished a checked item do it again. Their earlier attempts stay on record.</p>
      {[...changes].map(([key, change]) => (
        <Checkbox
          key={key}
          label={changeTitle(change)}
          hint={`Changed: ${fieldsInWords(change.fields)}`}
          checked={asked.some((item) => isSame(change, item))}
          onChange={({ currentTarget: { checked } }) => {
            const rest = asked.filter((item) => !isSame(change, item))
            onChange(checked ? [...rest, { item_type: change.item_type, item_id: change.item_id } as AskedItem] : rest)
          }}
        />
      ))}
    </fieldset>
  )
}
