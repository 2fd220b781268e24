import { CopyField } from '#ui/app/form/copy-field.tsx'
import type { SignOnSettings } from '../queries.ts'
import styles from '../sign-on.module.css'

type Props = { kind: 'oidc' | 'saml'; addresses: SignOnSettings['addresses'] }

/** What has to be entered at the provider. */
export function Addresses({ kind, addresses }: Props) {
  return (
    <div className={styles.parts}>
      <p className={styles.hint}>Enter these at your provider:</p>
      {kind === 'oidc' ? (
        <>
          <CopyField
            label="Redirect URI"
            value={addresses.redirect}
            hint="Also called the callback or reply URL: where people return after signing in."
          />
          <CopyField
            label="Post-logout redirect URI"
            value={addresses.signed_out}
            hint="Optional. Lets people sign out at the provider too."
          />
          <CopyField
            label="Back-channel logout URL"
            value={addresses.back_channel}
            hint="Optional. People who sign out at the provider are signed out here within seconds."
          />
        </>
      ) : (
        <>
          <CopyField label="Entity ID (audience)" value={addresses.entity_id} hint="Our metadata is at the same URL." />
          <CopyField label="ACS URL (reply URL)" value={addresses.acs} />
          <CopyField
            label="Sign-out URL (SLO)"
            value={addresses.saml_sign_out}
            hint="Optional. People who sign out at the provider are signed out here. Our signing certificate is in the metadata."
          />
        </>
      )}
    </div>
  )
}
