import { useSession } from '#ui/calls/api.tsx'
import { NumberForm } from '../components/number-form.tsx'
import styles from '../verify.module.css'

/** The form of the verification page. */
export function VerifyScreen({ typed }: { typed?: string | undefined }) {
  const { portal } = useSession()
  return (
    <div className={styles.page}>
      <div className={styles.narrow}>
        <h1>Verify a certificate</h1>
        <p className={styles.lead}>
          See whether a certificate of {portal.name} is genuine and still valid. You need no account.
        </p>
        <NumberForm typed={typed} />
        <p className={styles.note}>
          No network where you check people? <a href="/gate">Open the gate page</a> on your phone before you go there.
        </p>
      </div>
    </div>
  )
}

/** What stands at the address of a certificate that does not exist. */
export function UnknownCertificateScreen({ typed }: { typed: string }) {
  const { portal } = useSession()
  return (
    <div className={styles.page}>
      <div className={styles.narrow}>
        <h1>No such certificate</h1>
        <p className={styles.lead}>
          {portal.name} has issued no certificate with the number <strong className={styles.typed}>{typed}</strong>.
          Compare it with the document, character by character.
        </p>
        <NumberForm typed={typed} />
      </div>
    </div>
  )
}
