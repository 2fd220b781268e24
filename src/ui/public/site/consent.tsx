import { useEffect, useLayoutEffect, useRef, useState } from 'react'
import { CONSENT_CATEGORIES, type Consent, type ConsentCategory } from '#kernel/product/consent.ts'
import { allowedOf, type ThirdParty } from '#kernel/product/third-parties.ts'
import { useSession } from '../../calls/api.tsx'
import {
  forgetAfterRestart,
  forgetForeign,
  hasChosen,
  hasPrivacySignal,
  keepConsent,
  loadThirdParties,
  onChoice,
  readConsent,
  restart,
  silence,
  tellOthers,
} from '../../page/analytics.ts'
import { Dialog } from '../dialogs/dialog.tsx'
import { Alert } from '../parts/alert.tsx'
import { Button } from '../parts/button.tsx'
import { Checkbox } from '../parts/field.tsx'
import styles from './consent.module.css'
import { CONSENT_HASH } from './consent-link.tsx'

const TEXTS: Record<ConsentCategory, { label: string; hint: string }> = {
  analytics: {
    label: 'Analytics',
    hint: 'Counts visits and purchases, so we learn what helps.',
  },
  advertisement: { label: 'Advertisement', hint: 'Tells us which ad brought you here.' },
  other: { label: 'Other', hint: 'Other companies’ services on our pages, such as booking an appointment.' },
}
const everything = (isOn: boolean): Consent => ({ analytics: isOn, advertisement: isOn, other: isOn })

/** Ends those of the running scripts that are no longer allowed; true when the page begins over without them. */
const stopDeclined = (running: readonly ThirdParty[]): boolean => {
  const allowed = allowedOf(running, readConsent())
  const stopped = running.filter((party) => !allowed.includes(party))
  if (stopped.length === 0) return false
  silence(stopped)
  forgetForeign()
  restart()
  return true
}

/** Keeps a choice at once: what is switched off is removed here and in other tabs, and pages whose scripts change begin over. */
const choose = (consent: Consent, parties: readonly ThirdParty[]) => {
  const before = allowedOf(parties, readConsent())
  keepConsent(consent)
  tellOthers()
  // The policy of this page lets in no further script.
  if (!stopDeclined(before) && allowedOf(parties, readConsent()).length !== before.length) location.reload()
}

/**
 * Consent to what is not necessary (UIX-030, UIX-031): loads what is allowed, asks people who have not decided if there
 * is anything to ask about, and opens the choices from the footer. Rendered once on every page, above it, so that
 * nothing moves.
 */
export function ConsentOutlet() {
  const { third_parties: parties } = useSession()
  const [shown, setShown] = useState<'banner' | 'choices' | null>(() =>
    parties.some(({ category }) => category !== 'necessary') && !hasChosen() && !hasPrivacySignal() ? 'banner' : null,
  )
  useEffect(() => {
    forgetAfterRestart()
    const running = allowedOf(parties, readConsent())
    loadThirdParties(running)
    return onChoice(() => void stopDeclined(running))
  }, [parties])
  useEffect(() => {
    const follow = () => {
      if (location.hash === CONSENT_HASH) setShown('choices')
    }
    follow()
    window.addEventListener('hashchange', follow)
    return () => window.removeEventListener('hashchange', follow)
  }, [])
  const close = () => {
    setShown(null)
    if (location.hash === CONSENT_HASH) history.replaceState(history.state, '', location.pathname + location.search)
  }
  const save = (consent: Consent) => {
    close()
    choose(consent, parties)
  }
  if (shown === 'choices') return <Choices onSave={save} onClose={close} />
  if (shown === null) return null
  return <Banner onChoose={() => setShown('choices')} onSave={save} />
}

/** While it stands at the bottom, what sticks there moves up, and the page ends above it. */
const useCovered = () => {
  const banner = useRef<HTMLElement>(null)
  useLayoutEffect(() => {
    const element = banner.current
    if (!element) return
    const { style } = document.documentElement
    const measure = () => style.setProperty('--covered', `${innerHeight - element.getBoundingClientRect().top}px`)
    const observer = new ResizeObserver(measure)
    observer.observe(element)
    measure()
    return () => {
      observer.disconnect()
      style.removeProperty('--covered')
    }
  }, [])
  return banner
}

type BannerProps = { onChoose: () => void; onSave: (consent: Consent) => void }

function Banner({ onChoose, onSave }: BannerProps) {
  return (
    <section ref={useCovered()} className={styles.banner} aria-labelledby="consent-title" data-print="no">
      <div>
        <h2 id="consent-title">Your privacy</h2>
        <p>We use necessary cookies and, with your consent, services that count visits and show what works.</p>
      </div>
      <div className={styles.actions}>
        <Button variant="ghost" size="sm" onClick={onChoose}>
          Choose
        </Button>
        <Button variant="outline" size="sm" onClick={() => onSave(everything(false))}>
          Only necessary
        </Button>
        <Button variant="outline" size="sm" onClick={() => onSave(everything(true))}>
          Accept all
        </Button>
      </div>
    </section>
  )
}

function Choices({ onSave, onClose }: { onSave: (consent: Consent) => void; onClose: () => void }) {
  const [consent, setConsent] = useState(readConsent)
  const hasSignal = hasPrivacySignal()
  return (
    <Dialog
      isOpen
      onClose={onClose}
      title="Privacy choices"
      footer={
        <>
          <Button variant="ghost" onClick={onClose}>
            Cancel
          </Button>
          <Button onClick={() => onSave(consent)}>Save choices</Button>
        </>
      }
    >
      <p>Services you turn off are not loaded and leave nothing in your browser. You can change this at any time.</p>
      {hasSignal && (
        <Alert tone="info">Your browser asks sites not to track you. We respect that: all of this stays off.</Alert>
      )}
      <div className={styles.choices}>
        <Checkbox label="Necessary" hint="Signing in, the cart, and this choice." checked disabled readOnly />
        <Checkbox
          label="Performance"
          hint="Keeps pages fast and finds errors; without your name."
          checked
          disabled
          readOnly
        />
        {CONSENT_CATEGORIES.map((category) => (
          <Checkbox
            key={category}
            {...TEXTS[category]}
            checked={consent[category]}
            disabled={hasSignal}
            onChange={(event) => setConsent({ ...consent, [category]: event.target.checked })}
          />
        ))}
      </div>
    </Dialog>
  )
}
