import { TextInput } from '@mantine/core'
import { useState } from 'react'
import { SOCIAL_NETWORKS, type SocialNetwork } from '#kernel/product/site-look.ts'
import { SwitchField, TextAreaField, TextField } from '#ui/app/form/fields.tsx'
import { useField, useFormWiring } from '#ui/app/form/form-context.ts'
import { Sortable } from '#ui/app/sortable.tsx'
import { moved } from '#ui/app/sortable-order.ts'
import { IconPlus, IconTrash } from '#ui/icons.tsx'
import { Button, IconButton } from '#ui/public/parts/button.tsx'
import { NETWORK_NAMES } from '#ui/public/site/footer.tsx'
import { MOST } from '../../rules/theme.ts'
import styles from './theme.module.css'
import type { ThemeValues } from './theme-form.ts'

type Footer = ThemeValues['site_footer']
type Column = Footer['columns'][number]
type Link = Column['links'][number]

let lastKey = 0
const newKeys = (count: number) => Array.from({ length: count }, () => ++lastKey)

/** A key for each item of a list that has none of its own, and the list's changes by place. */
const useKeyed = <Item,>(items: readonly Item[], onChange: (items: Item[]) => void) => {
  const [keys, setKeys] = useState(() => newKeys(items.length))
  // A list that came from elsewhere, such as the saved one after a reset.
  if (keys.length !== items.length) setKeys(newKeys(items.length))
  return {
    keyed: items.map((item, at) => ({ item, key: keys[at] ?? -at })),
    add: (item: Item) => {
      setKeys([...keys, ...newKeys(1)])
      onChange([...items, item])
    },
    remove: (at: number) => {
      setKeys(keys.filter((_, each) => each !== at))
      onChange(items.filter((_, each) => each !== at))
    },
    move: (from: number, to: number) => {
      setKeys([...moved(keys, from, to)])
      onChange([...moved(items, from, to)])
    },
  }
}

/** What stands at the foot of the public pages; what the law asks for stands there by itself (PRT-124). */
export function FooterTab() {
  const { isReadOnly } = useFormWiring()
  const { value: columns, onChange } = useField<Column[]>('site_footer.columns')
  const { keyed, add, remove, move } = useKeyed(columns, onChange)
  return (
    <div className={styles.fields}>
      <TextAreaField
        name="site_footer.text"
        label="Text below the logo"
        description="A sentence about your company, or a license number."
        maxLength={MOST.text}
        minRows={2}
      />
      <div className={styles.group}>
        <h2>Columns of links</h2>
        <Sortable
          label="Columns of the footer"
          className={styles.columns}
          items={keyed}
          itemKey={({ key }) => key}
          itemName={({ item }, at) => item.title || `Column ${at + 1}`}
          isFixed={isReadOnly}
          onMove={move}
        >
          {({ item }, { handle, index }) => (
            <ColumnFields column={item} at={index} handle={handle} onRemove={() => remove(index)} />
          )}
        </Sortable>
        {!isReadOnly && columns.length < MOST.columns && (
          <div>
            <Button
              size="sm"
              variant="outline"
              icon={IconPlus}
              onClick={() => add({ title: '', links: [{ label: '', href: '' }] })}
            >
              Add column
            </Button>
          </div>
        )}
      </div>
      <div className={styles.group}>
        <h2>Social media</h2>
        {SOCIAL_NETWORKS.map((network) => (
          <SocialField key={network} network={network} />
        ))}
      </div>
      <SwitchField
        name="site_footer.has_contacts"
        label="Contacts"
        description="Phone, e-mail and address of your company."
      />
      <SwitchField
        name="site_footer.has_navigation"
        label="Navigation"
        description="The links of the screen Navigation, under “Explore”."
      />
      <p className={styles.note}>
        Terms, privacy, accessibility, the privacy choices and the copyright line always stay, because visitors have a
        right to them.
      </p>
    </div>
  )
}

type ColumnProps = { column: Column; at: number; handle: React.ReactNode; onRemove: () => void }

function ColumnFields({ column, at, handle, onRemove }: ColumnProps) {
  const { isReadOnly } = useFormWiring()
  const path = `site_footer.columns.${at}`
  const { onChange } = useField<Link[]>(`${path}.links`)
  const { keyed, add, remove, move } = useKeyed(column.links, onChange)
  const name = column.title || `column ${at + 1}`
  return (
    <div className={styles.column}>
      <div className={styles.columnHead}>
        {handle}
        <TextField name={`${path}.title`} label="Column title" maxLength={40} />
        {!isReadOnly && <IconButton icon={IconTrash} label={`Remove ${name}`} onClick={onRemove} />}
      </div>
      <Sortable
        label={`Links of ${name}`}
        className={styles.links}
        items={keyed}
        itemKey={({ key }) => key}
        itemName={({ item }, each) => item.label || `Link ${each + 1}`}
        isFixed={isReadOnly}
        onMove={move}
      >
        {({ item }, { handle: linkHandle, index }) => (
          <div className={styles.link}>
            {linkHandle}
            <div>
              <TextField name={`${path}.links.${index}.label`} label="Label" size="xs" maxLength={60} />
              <TextField
                name={`${path}.links.${index}.href`}
                label="Address"
                size="xs"
                placeholder="/about-us or https://…"
              />
            </div>
            {!isReadOnly && column.links.length > 1 && (
              <IconButton
                icon={IconTrash}
                label={`Remove ${item.label || `link ${index + 1}`} from ${name}`}
                onClick={() => remove(index)}
              />
            )}
          </div>
        )}
      </Sortable>
      {!isReadOnly && column.links.length < MOST.links && (
        <div>
          <Button
            size="sm"
            variant="ghost"
            icon={IconPlus}
            aria-label={`Add link to ${name}`}
            onClick={() => add({ label: '', href: '' })}
          >
            Add link
          </Button>
        </div>
      )}
    </div>
  )
}

function SocialField({ network }: { network: SocialNetwork }) {
  const { form, isReadOnly } = useFormWiring()
  const { value: social, onChange } = useField<Footer['social']>('site_footer.social')
  const at = social.findIndex((each) => each.network === network)
  const path = at < 0 ? undefined : `site_footer.social.${at}.href`
  return (
    <TextInput
      label={NETWORK_NAMES[network]}
      placeholder="https://"
      value={social[at]?.href ?? ''}
      error={path && form.errors[path]}
      data-path={path}
      readOnly={isReadOnly}
      onChange={({ currentTarget: { value: href } }) => {
        const others = social.filter((each) => each.network !== network)
        const all = href ? [...others, { network, href }] : others
        onChange(SOCIAL_NETWORKS.flatMap((each) => all.find((one) => one.network === each) ?? []))
      }}
    />
  )
}
