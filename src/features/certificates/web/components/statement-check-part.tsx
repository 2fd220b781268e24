import { useEffect, useState } from 'react'
import { openGateList } from '#kernel/statements/gate-list.ts'
import { fragmentOf, judge, type Verdict } from '#kernel/statements/verdict.ts'
import { useApi } from '#ui/calls/api.tsx'
import { Alert } from '#ui/public/parts/alert.tsx'
import { showGateList } from '../../contract.ts'
import styles from '../verify.module.css'

const isGenuine = ({ kind }: Verdict): boolean => kind === 'certificate'

/** Whether the signed statement behind the page's address is genuine; nothing where the address has none (EVD-021). */
export function StatementCheck() {
  const api = useApi()
  const [verdict, setVerdict] = useState<Verdict | null>(null)
  useEffect(() => {
    let isShown = true
    const check = async () => {
      const { href } = window.location
      if (fragmentOf(href) === '') return
      const { data } = await api.call(showGateList)
      const answer = await judge(href, await openGateList(data, null), new Date())
      // A fragment that is no statement may be anything, such as the place on a page that a link names.
      if (isShown && !(answer.kind === 'unknown' && answer.reason === 'no_statement')) setVerdict(answer)
    }
    // Without the list the page says what it says anyway.
    check().catch(() => undefined)
    return () => {
      isShown = false
    }
  }, [api])
  if (!verdict || (verdict.kind === 'unknown' && verdict.reason === 'no_ed25519')) return null
  const tone = isGenuine(verdict) ? 'success' : 'danger'
  return (
    <div className={styles.signature} data-tone={tone}>
      {tone === 'success' ? (
        <Alert tone={tone} title="The signature of the code is genuine">
          The details on this page are those that were signed when the certificate was made.
        </Alert>
      ) : (
        <Alert tone={tone} title="The signature of the code does not match" isLive>
          Somebody changed the code, or it was misread. Compare the document with the details on this page.
        </Alert>
      )}
    </div>
  )
}
