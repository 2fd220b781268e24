import styles from './address-lines.module.css'

type Shown = { address: string; address_2: string | null; city: string; state: string; zip_code: string }

/** An address as it stands on a letter. */
export function AddressLines({ address }: { address: Shown }) {
  return (
    <address className={styles.address}>
      {address.address}
      {address.address_2 && (
        <>
          <br />
          {address.address_2}
        </>
      )}
      <br />
      {address.city}, {address.state} {address.zip_code}
    </address>
  )
}
