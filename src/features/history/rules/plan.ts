import { FIELDS, type Field, type Kind, type Way } from './fields.ts'
import { isSameValue, type Past, type Values } from './state.ts'

/** What the viewer may do, and what the portal has by now. */
export type Facts = {
  /** Why nothing of the record can be changed. */
  closed: string | null
  /** Why these cannot be changed by the viewer. */
  refused: Readonly<Partial<Record<Way, string>>>
  /** The roles that the viewer may give and take. */
  selectable: readonly string[]
  /** Tags, or terms of the catalog, that the portal has. */
  tags: ReadonlySet<unknown>
  /** Why the former value of a field is not possible anymore. */
  impossible: Readonly<Record<string, string>>
}

/** A field that would change, or cannot. */
export type Line = {
  field: string
  from: unknown
  to: unknown
  /** What stands in the way; null where the field is restored. */
  reason: string | null
  is_forgotten: boolean
  is_changed_since: boolean
}

export const DELETED = 'The value was deleted with personal data.'
const TAG_GONE = 'The tag was deleted.'
const TERM_GONE = 'The term was deleted.'
const LEARNER_STAYS = 'The role Learner cannot be taken from somebody.'
const ROLE_NOT_YOURS = 'You cannot give or take these roles.'

const asList = (value: unknown): unknown[] => (Array.isArray(value) ? value : [])

/** Why somebody's roles cannot become these (ROL-079, ROL-081). */
const roleReason = (from: unknown, to: unknown, selectable: readonly string[]): string | null => {
  const [before, after] = [asList(from), asList(to)]
  if (before.includes('learner') && !after.includes('learner')) return LEARNER_STAYS
  const moved = [...before.filter((role) => !after.includes(role)), ...after.filter((role) => !before.includes(role))]
  return moved.every((role) => selectable.includes(String(role))) ? null : ROLE_NOT_YOURS
}

type RestoreInput = { kind: Kind; now: Values; past: Past & { changed_since?: readonly string[] }; facts: Facts }

/** Each field in which a record differs from how it was, with what it would become or what stands in the way (HIS-011 to HIS-013). */
export const planRestore = ({ kind, now, past, facts }: RestoreInput): Line[] => {
  const lineOf = (name: string, field: Field): Line | null => {
    const isForgotten = past.forgotten.includes(name)
    const from = now[name] ?? null
    const was = isForgotten ? null : (past.values[name] ?? null)
    if (!isForgotten && isSameValue(name, from, was)) return null
    const isTerms = name === 'tags' || name === 'catalog_terms'
    const to = isTerms ? asList(was).filter((tag) => facts.tags.has(tag)) : was
    const reasonOf = (): string | null => {
      if (facts.closed !== null) return facts.closed
      if (isForgotten) return DELETED
      if (field.way === null) return field.instead
      const refused = facts.refused[field.way] ?? facts.impossible[name] ?? null
      if (refused !== null) return refused
      if (name === 'roles') return roleReason(from, to, facts.selectable)
      if (!isTerms || !isSameValue(name, from, to)) return null
      return name === 'tags' ? TAG_GONE : TERM_GONE
    }
    const reason = reasonOf()
    const isChangedSince = past.changed_since?.includes(name) ?? false
    return {
      field: name,
      from,
      to: reason === null ? to : was,
      reason,
      is_forgotten: isForgotten,
      is_changed_since: isChangedSince,
    }
  }
  return [...FIELDS[kind]].flatMap(([name, field]) => lineOf(name, field) ?? [])
}

/** The fields that a restore would put back. */
export const restorable = (lines: readonly Line[]): string[] =>
  lines.filter(({ reason }) => reason === null).map(({ field }) => field)
