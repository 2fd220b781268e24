import { type ReactNode, useState } from 'react'
import type { Wire } from '#kernel/endpoint.ts'
import { isPageOpen } from '#kernel/product/portal-pages.ts'
import { Sortable } from '#ui/app/sortable.tsx'
import { moved } from '#ui/app/sortable-order.ts'
import { useSession } from '#ui/calls/api.tsx'
import { IconPlus, IconTrash } from '#ui/icons.tsx'
import { Button, IconButton } from '#ui/public/parts/button.tsx'
import { Field, Input } from '#ui/public/parts/field.tsx'
import type { showNavigation } from '../../contract-navigation.ts'
import styles from './navigation.module.css'

export type NavigationLinks = Wire<typeof showNavigation>['data']['groups']

const MOST = 20
let lastKey = 0
const newKeys = (count: number) => Array.from({ length: count }, () => ++lastKey)

/** The links as the server takes them: a title of its own only where somebody gave one, and addresses without a slash. */
export const wholeLinks = (links: NavigationLinks): NavigationLinks =>
  links.map(({ button_name: name, title, slug }) => ({
    button_name: name.trim(),
    title: title.trim() || name.trim(),
    slug: slug.trim().replace(/^\/+/, ''),
  }))

/** Whether every link has a label and an address. */
export const isWhole = (links: NavigationLinks): boolean =>
  wholeLinks(links).every(({ button_name: name, slug }) => name !== '' && slug !== '')

type ListProps = {
  links: NavigationLinks
  onChange: (links: NavigationLinks) => void
  /** What is wrong with a link, by its path in the call, such as `groups.0.slug`. */
  errors?: Readonly<Record<string, ReactNode>>
  isReadOnly?: boolean
}

/** The links of a portal's navigation in their order: added, worded, sorted and removed (PRT-014, PRT-117). */
export function NavigationList({ links, onChange, errors = {}, isReadOnly = false }: ListProps) {
  const { portal } = useSession()
  const [keys, setKeys] = useState(() => newKeys(links.length))
  // Links that came from elsewhere, such as the saved ones after a reset.
  if (keys.length !== links.length) setKeys(newKeys(links.length))
  const items = links.map((link, at) => ({ link, key: keys[at] ?? -at }))
  const change = (at: number, part: Partial<NavigationLinks[number]>) =>
    onChange(links.map((link, each) => (each === at ? { ...link, ...part } : link)))
  return (
    <div className={styles.list}>
      <Sortable
        label="Links of the navigation"
        className={styles.links}
        items={items}
        itemKey={({ key }) => key}
        itemName={({ link }, at) => link.button_name || `Link ${at + 1}`}
        isFixed={isReadOnly}
        onMove={(from, to) => {
          setKeys((all) => moved(all, from, to))
          onChange([...moved(links, from, to)])
        }}
      >
        {({ link }, { handle, index }) => (
          <div className={styles.link}>
            {handle}
            <Field label="Label" error={errors[`groups.${index}.button_name`]}>
              <Input
                data-path={`groups.${index}.button_name`}
                value={link.button_name}
                maxLength={60}
                readOnly={isReadOnly}
                onChange={({ target: { value } }) =>
                  change(index, { button_name: value, ...(link.title === link.button_name && { title: value }) })
                }
              />
            </Field>
            <Field
              label="Address"
              error={errors[`groups.${index}.slug`]}
              hint={
                !isPageOpen(portal, `/${link.slug}`) && 'This page is switched off, so visitors do not see the link.'
              }
            >
              <Input
                data-path={`groups.${index}.slug`}
                value={link.slug}
                maxLength={200}
                readOnly={isReadOnly}
                onChange={({ target: { value } }) => change(index, { slug: value })}
              />
            </Field>
            {!isReadOnly && (
              <IconButton
                icon={IconTrash}
                label={`Remove ${link.button_name || `link ${index + 1}`}`}
                onClick={() => {
                  setKeys((all) => all.filter((_, each) => each !== index))
                  onChange(links.filter((_, each) => each !== index))
                }}
              />
            )}
          </div>
        )}
      </Sortable>
      {!isReadOnly && links.length < MOST && (
        <div>
          <Button
            size="sm"
            variant="outline"
            icon={IconPlus}
            onClick={() => {
              setKeys((all) => [...all, ...newKeys(1)])
              onChange([...links, { button_name: '', title: '', slug: '' }])
            }}
          >
            Add link
          </Button>
        </div>
      )}
    </div>
  )
}
