import { useRef } from 'react'
import { TextField } from '#ui/app/form/fields.tsx'
import { useField } from '#ui/app/form/form-context.ts'
import { IconPlus, IconX } from '#ui/icons.tsx'
import { Button, IconButton } from '#ui/public/parts/button.tsx'
import styles from '../own-company.module.css'

type SocialLink = { name: string; address: string }
const MOST = 20

/** Names and addresses of the networks the company is on (PAR-002). */
export function SocialLinksField() {
  const { value: links, onChange } = useField<SocialLink[]>('social_links')
  const box = useRef<HTMLFieldSetElement>(null)
  const focus = (selector: string) =>
    // The fields of a new row are on the page only after it was drawn.
    requestAnimationFrame(() => box.current?.querySelector<HTMLElement>(selector)?.focus())
  const add = () => {
    onChange([...links, { name: '', address: '' }])
    focus(`[data-path="social_links.${links.length}.name"]`)
  }
  const remove = (at: number) => {
    onChange(links.filter((_, index) => index !== at))
    focus('[data-add]')
  }
  return (
    <fieldset ref={box} className={styles.links} data-path="social_links">
      <legend>Social networks</legend>
      {links.map((_, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the fields hold their values by their place
        <div key={at} className={styles.link}>
          <TextField name={`social_links.${at}.name`} label="Name" placeholder="LinkedIn" maxLength={60} />
          <TextField
            name={`social_links.${at}.address`}
            type="url"
            label="Address"
            placeholder="https://"
            maxLength={500}
          />
          <IconButton icon={IconX} label={`Remove network ${at + 1}`} onClick={() => remove(at)} />
        </div>
      ))}
      {links.length < MOST && (
        <Button variant="outline" size="sm" icon={IconPlus} data-add onClick={add}>
          Add a network
        </Button>
      )}
    </fieldset>
  )
}
