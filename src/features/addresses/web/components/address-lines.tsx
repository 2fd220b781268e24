import { Fragment } from 'react'
import styles from './address-lines.module.css'

type AddressText = { address: string; address_2: string | null; city: string; state: string; zip_code: string }

/** An address as on a letter; a bill that needs only a ZIP code has only that line (CRT-023). */
export function AddressLines({
  address: { address, address_2: second, city, state, zip_code: zip },
}: {
  address: AddressText
}) {
  const place = [city, [state, zip].filter(Boolean).join(' ')].filter(Boolean).join(', ')
  return (
    <address className={styles.address}>
      {[address, second, place].filter(Boolean).map((line, at) => (
        <Fragment key={line}>
          {at > 0 && <br />}
          {line}
        </Fragment>
      ))}
    </address>
  )
}
