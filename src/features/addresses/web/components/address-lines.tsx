import { Fragment } from 'react'
import styles from './address-lines.module.css'

type AddressText = { address: string; address_2: string | null; city: string; state: string; zip_code: string }

/** An address as it stands on a letter; of a bill by ZIP code alone there is that line only (CRT-023). */
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
