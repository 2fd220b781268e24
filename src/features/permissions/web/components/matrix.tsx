import { Select, Switch, TextInput } from '@mantine/core'
import { Fragment, type KeyboardEvent, useId, useMemo, useState, useSyncExternalStore } from 'react'
import { ACTIONS, type Action, type Permission, type Resource, SCREEN_GROUPS } from '#kernel/access/permissions.ts'
import type { Wire } from '#kernel/endpoint.ts'
import { foldText } from '#kernel/fold.ts'
import { IconCheck, IconChevronDown, IconSearch } from '#ui/icons.tsx'
import { EmptyState } from '#ui/public/lists/empty-state.tsx'
import { Button } from '#ui/public/parts/button.tsx'
import type { showPermissions } from '../../contract.ts'
import { ACTION_NAMES, AREAS, summaryOf } from '../../rules/words.ts'
import styles from '../permissions.module.css'

type Role = Wire<typeof showPermissions>['data']['roles'][number]
type Props = {
  roles: readonly Role[]
  /** `role permission` of the switch that is being saved. */
  busy: string | null
  onChange: (role: string, permission: Permission, isAllowed: boolean) => void
}

const NARROW = '(max-width: 767.98px)'
const subscribe = (listener: () => void) => {
  const query = matchMedia(NARROW)
  query.addEventListener('change', listener)
  return () => query.removeEventListener('change', listener)
}
const useNarrow = () =>
  useSyncExternalStore(
    subscribe,
    () => matchMedia(NARROW).matches,
    () => false,
  )

const actionsOf = (role: Role, resource: Resource): Action[] =>
  ACTIONS.filter((action) => role.permissions.includes(`${resource}.${action}`))

/** The screen groups whose name, or whose area, holds the words. */
const areasWith = (words: string) => {
  const searched = foldText(words).split(/\s+/).filter(Boolean)
  return AREAS.map(({ label, resources }) => ({
    label,
    resources: resources.filter((resource) => {
      const name = foldText(`${label} ${SCREEN_GROUPS[resource].title}`)
      return searched.every((word) => name.includes(word))
    }),
  })).filter(({ resources }) => resources.length > 0)
}

/** Roles and screen groups as one matrix; on a phone one role at a time (ROL-085). */
export function Matrix(props: Props) {
  const [words, setWords] = useState('')
  const [open, setOpen] = useState<ReadonlySet<Resource>>(new Set())
  const isNarrow = useNarrow()
  const areas = useMemo(() => areasWith(words), [words])
  const shown = areas.flatMap(({ resources }) => resources)
  const isAllOpen = shown.length > 0 && shown.every((resource) => open.has(resource))
  const toggleOpen = (resource: Resource) => {
    const next = new Set(open)
    if (!next.delete(resource)) next.add(resource)
    setOpen(next)
  }
  const part = { ...props, areas, open, toggleOpen }
  return (
    <section className={styles.box} aria-label="Permissions">
      <div className={styles.tools}>
        <TextInput
          type="search"
          aria-label="Search permissions"
          placeholder="Search permissions"
          leftSection={<IconSearch size={18} />}
          value={words}
          onChange={(event) => setWords(event.currentTarget.value)}
        />
        <Button variant="outline" onClick={() => setOpen(isAllOpen ? new Set() : new Set([...open, ...shown]))}>
          {isAllOpen ? 'Collapse all' : 'Expand all'}
        </Button>
      </div>
      {areas.length === 0 ? (
        <EmptyState title="Nothing found" text="No permission has this name. Try a shorter word." />
      ) : isNarrow ? (
        <OneRole {...part} />
      ) : (
        <Table {...part} />
      )}
    </section>
  )
}

type PartProps = Props & {
  areas: typeof AREAS
  open: ReadonlySet<Resource>
  toggleOpen: (resource: Resource) => void
}

const STEPS: Record<string, readonly [row: number, column: number]> = {
  ArrowUp: [-1, 0],
  ArrowDown: [1, 0],
  ArrowLeft: [0, -1],
  ArrowRight: [0, 1],
}

/** Moves the focus through the boxes of the table by the arrow keys; a row or column without one is passed over. */
const moveFocus = (event: KeyboardEvent<HTMLTableElement>) => {
  const step = STEPS[event.key]
  const from = (event.target as HTMLElement).closest<HTMLTableCellElement>('td, th')
  if (!step || !from || event.ctrlKey || event.metaKey || event.altKey) return
  event.preventDefault()
  const rows = [...event.currentTarget.rows]
  let row = rows.indexOf(from.parentElement as HTMLTableRowElement) + step[0]
  let column = from.cellIndex + step[1]
  while (row >= 0 && row < rows.length && column >= 0) {
    const cell = rows[row]?.cells[column]
    if (!cell && step[1] !== 0) return
    const target = cell?.querySelector<HTMLElement>('input:not(:disabled), button')
    if (target) {
      target.focus()
      target.scrollIntoView({ block: 'nearest', inline: 'nearest' })
      return
    }
    row += step[0]
    column += step[1]
  }
}

function Table({ roles, areas, open, toggleOpen, busy, onChange }: PartProps) {
  const note = useId()
  return (
    <>
      <p id={note} className={styles.note}>
        Open a row to switch single permissions. The arrow keys move between the boxes, and the space bar switches one.
      </p>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to be reached by the keyboard */}
      <section className={styles.scroll} tabIndex={0} aria-label="Permissions by role">
        <table className={styles.matrix} aria-describedby={note} onKeyDown={moveFocus}>
          <thead>
            <tr>
              <th scope="col" className={styles.corner}>
                Permission
              </th>
              {roles.map((role) => (
                <th key={role.short_name} scope="col">
                  {role.name}
                </th>
              ))}
            </tr>
          </thead>
          {areas.map(({ label, resources }) => (
            <tbody key={label}>
              <tr className={styles.area}>
                <th scope="rowgroup" colSpan={roles.length + 1}>
                  <span>{label}</span>
                </th>
              </tr>
              {resources.map((resource) => {
                const isOpen = open.has(resource)
                return (
                  <Fragment key={resource}>
                    <tr className={styles.group}>
                      <th scope="row">
                        <button type="button" aria-expanded={isOpen} onClick={() => toggleOpen(resource)}>
                          <IconChevronDown size={16} />
                          {SCREEN_GROUPS[resource].title}
                        </button>
                      </th>
                      {roles.map((role) => {
                        const actions = actionsOf(role, resource)
                        return (
                          <td key={role.short_name} data-none={actions.length === 0 || undefined}>
                            {summaryOf(actions)}
                          </td>
                        )
                      })}
                    </tr>
                    {isOpen &&
                      ACTIONS.map((action) => (
                        <tr key={action} className={styles.action}>
                          <th scope="row">
                            {ACTION_NAMES[action]}
                            <span className="only-read"> {SCREEN_GROUPS[resource].title}</span>
                          </th>
                          {roles.map((role) => (
                            <td key={role.short_name}>
                              <Box {...{ role, resource, action, busy, onChange }} />
                            </td>
                          ))}
                        </tr>
                      ))}
                  </Fragment>
                )
              })}
            </tbody>
          ))}
        </table>
      </section>
    </>
  )
}

type BoxProps = Pick<Props, 'busy' | 'onChange'> & { role: Role; resource: Resource; action: Action }

/** One permission of one role: a box where it can be switched, else a mark. */
function Box({ role, resource, action, busy, onChange }: BoxProps) {
  const permission: Permission = `${resource}.${action}`
  const isOn = role.permissions.includes(permission)
  if (!role.switchable.includes(permission))
    return (
      <span className={styles.fixed} title="You cannot change this one.">
        {isOn ? <IconCheck size={16} /> : <span aria-hidden="true">–</span>}
        <span className="only-read">{isOn ? 'Yes, fixed' : 'No, fixed'}</span>
      </span>
    )
  return (
    <input
      type="checkbox"
      className={styles.check}
      checked={isOn}
      disabled={busy === `${role.short_name} ${permission}`}
      aria-label={`${role.name}: ${ACTION_NAMES[action]} ${SCREEN_GROUPS[resource].title}`}
      onChange={() => onChange(role.short_name, permission, !isOn)}
    />
  )
}

function OneRole({ roles, areas, open, toggleOpen, busy, onChange }: PartProps) {
  const [chosen, setChosen] = useState(() => roles.find(({ switchable }) => switchable.length > 0)?.short_name)
  const role = roles.find(({ short_name: name }) => name === chosen) ?? roles[0]
  if (!role) return null
  return (
    <div className={styles.one}>
      <Select
        label="Role"
        data={roles.map(({ short_name: value, name: label }) => ({ value, label }))}
        value={role.short_name}
        onChange={(value) => value && setChosen(value)}
        allowDeselect={false}
      />
      {areas.map(({ label, resources }) => (
        <section key={label} aria-label={label}>
          <h2>{label}</h2>
          {resources.map((resource) => (
            <div key={resource} className={styles.entry}>
              <button type="button" aria-expanded={open.has(resource)} onClick={() => toggleOpen(resource)}>
                <IconChevronDown size={18} />
                <span>{SCREEN_GROUPS[resource].title}</span>
                <small>{summaryOf(actionsOf(role, resource))}</small>
              </button>
              {open.has(resource) && (
                <div className={styles.switches}>
                  {ACTIONS.map((action) => {
                    const permission: Permission = `${resource}.${action}`
                    const isOn = role.permissions.includes(permission)
                    return (
                      <Switch
                        key={action}
                        label={ACTION_NAMES[action]}
                        aria-label={`${role.name}: ${ACTION_NAMES[action]} ${SCREEN_GROUPS[resource].title}`}
                        checked={isOn}
                        disabled={!role.switchable.includes(permission) || busy === `${role.short_name} ${permission}`}
                        onChange={() => onChange(role.short_name, permission, !isOn)}
                      />
                    )
                  })}
                </div>
              )}
            </div>
          ))}
        </section>
      ))}
    </div>
  )
}
