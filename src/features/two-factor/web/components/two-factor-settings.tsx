import { useState } from 'react'
import { IconPencil, IconPlus, IconTrash } from '#ui/icons.tsx'
import { later } from '#ui/page/later.tsx'
import { toast } from '#ui/public/dialogs/toast.ts'
import { Badge } from '#ui/public/parts/badge.tsx'
import { Button, IconButton } from '#ui/public/parts/button.tsx'
import { DateText, TimeText } from '#ui/public/parts/time.tsx'
import type { Opened, Standing } from '../standing.ts'
import styles from '../two-factor.module.css'

const FactorDialog = later(() => import('./factor-dialog.tsx').then((file) => file.FactorDialog), { isRare: true })

type TwoFactorSettingsProps = {
  initial: Standing
  /** Called when the factors changed, and once new recovery codes were put away. */
  onChange?: (standing: Standing) => void
}

/** Authenticator app, passkeys and recovery codes of the own account (AUT-058, AUT-061, AUT-063). */
export function TwoFactorSettings({ initial, onChange }: TwoFactorSettingsProps) {
  const [standing, setStanding] = useState(initial)
  const [opened, setOpened] = useState<Opened | null>(null)
  const take = ({ recovery_codes: codes, ...next }: Standing & { recovery_codes?: string[] | null }, text: string) => {
    setStanding(next)
    setOpened(codes ? { kind: 'codes', codes } : null)
    toast.success(text)
    if (!codes) onChange?.(next)
  }
  const close = () => {
    setOpened(null)
    if (opened?.kind === 'codes') onChange?.(standing)
  }
  return (
    <div className={styles.parts}>
      <AppPart standing={standing} open={setOpened} />
      <PasskeyPart standing={standing} open={setOpened} />
      <CodesPart standing={standing} open={setOpened} />
      {opened && <FactorDialog opened={opened} standing={standing} take={take} close={close} />}
    </div>
  )
}

type PartProps = { standing: Standing; open: (opened: Opened) => void }

function AppPart({ standing: { app_since: since }, open }: PartProps) {
  return (
    <section className={styles.part} aria-labelledby="authenticator-app">
      <div className={styles.heading}>
        <h2 id="authenticator-app">Authenticator app</h2>
        {since ? <Badge tone="success">On</Badge> : <Badge>Off</Badge>}
      </div>
      <p className={styles.muted}>
        {since ? (
          <>
            On since <DateText value={since} format="long" />. You enter a code from the app after your password.
          </>
        ) : (
          'An app on your phone shows a new code every 30 seconds. You enter it after your password.'
        )}
      </p>
      <div className={styles.buttons}>
        <Button variant={since ? 'outline' : 'primary'} aria-haspopup="dialog" onClick={() => open({ kind: 'app' })}>
          {since ? 'Set up on another phone' : 'Set up an app'}
        </Button>
        {since && (
          <Button variant="danger-outline" aria-haspopup="dialog" onClick={() => open({ kind: 'remove_app' })}>
            Turn off
          </Button>
        )}
      </div>
    </section>
  )
}

function PasskeyPart({ standing: { passkeys, app_since: hasApp }, open }: PartProps) {
  return (
    <section className={styles.part} aria-labelledby="passkeys">
      <h2 id="passkeys">Passkeys</h2>
      <p className={styles.muted}>
        Sign in with your fingerprint, your face, a PIN or a security key. No password and no code needed.
        {passkeys.length > 0 &&
          !hasApp &&
          ' A passkey works at this address only, so set up an authenticator app if you sign in elsewhere too.'}
      </p>
      {passkeys.length > 0 && (
        <ul className={styles.list} aria-label="Passkeys">
          {passkeys.map((passkey) => (
            <li key={passkey.id}>
              <span className={styles.what}>
                <strong>{passkey.name}</strong>
                <small>
                  Added <DateText value={passkey.created_at} />.{' '}
                  {passkey.last_used_at ? (
                    <>
                      Last used <TimeText value={passkey.last_used_at} />.
                    </>
                  ) : (
                    'Not used yet.'
                  )}
                  {!passkey.is_usable_here && ` Works at ${passkey.host} only.`}
                </small>
              </span>
              <span className={styles.buttons}>
                <IconButton
                  icon={IconPencil}
                  label={`Rename ${passkey.name}`}
                  onClick={() => open({ kind: 'rename_passkey', passkey })}
                />
                <IconButton
                  icon={IconTrash}
                  label={`Remove ${passkey.name}`}
                  onClick={() => open({ kind: 'remove_passkey', passkey })}
                />
              </span>
            </li>
          ))}
        </ul>
      )}
      <Button variant="outline" icon={IconPlus} aria-haspopup="dialog" onClick={() => open({ kind: 'add_passkey' })}>
        Add a passkey
      </Button>
    </section>
  )
}

function CodesPart({ standing, open }: PartProps) {
  const { app_since, passkeys, recovery_codes_left: left } = standing
  if (app_since === null && passkeys.length === 0) return null
  return (
    <section className={styles.part} aria-labelledby="recovery-codes">
      <div className={styles.heading}>
        <h2 id="recovery-codes">Recovery codes</h2>
        <Badge tone={left <= 2 ? 'warning' : 'neutral'}>{left === 1 ? '1 code left' : `${left} codes left`}</Badge>
      </div>
      <p className={styles.muted}>
        For when you do not have your phone or passkey. If you lost the codes, or used most of them, make new ones.
      </p>
      <Button variant="outline" aria-haspopup="dialog" onClick={() => open({ kind: 'new_codes' })}>
        Make new codes
      </Button>
    </section>
  )
}
