import { CopyField } from '#ui/app/form/copy-field.tsx'
import type { SignOnSettings } from '../queries.ts'
import styles from '../sign-on.module.css'

type Props = { kind: 'oidc' | 'saml'; addresses: SignOnSettings['addresses'] }

/** What has to be entered at the provider. */
export function Addresses({ kind, addresses }: Props) {
  return (
    <div className={styles.parts}>
      <p className={styles.hint}>Enter these addresses at your provider:</p>
      {kind === 'oidc' ? (
        <>
          <CopyField
            label="Redirect address"
            value={addresses.redirect}
            hint="Where people come back to after signing in."
          />
          <CopyField
            label="Address after signing out"
            value={addresses.signed_out}
            hint="Optional: lets people sign out at the provider too."
          />
          <CopyField
            label="Back-channel sign-out address"
            value={addresses.back_channel}
            hint="Optional: who signs out at the provider is signed out here within seconds."
          />
        </>
      ) : (
        <>
          <CopyField
            label="Entity ID (audience)"
            value={addresses.entity_id}
            hint="Our metadata is at the same address."
          />
          <CopyField label="ACS address (reply address)" value={addresses.acs} />
          <CopyField
            label="Sign-out address"
            value={addresses.saml_sign_out}
            hint="Optional: who signs out at the provider is signed out here. Our signing certificate is in the metadata."
          />
        </>
      )}
    </div>
  )
}
