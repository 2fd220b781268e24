import type { ThirdParty } from '#kernel/product/third-parties.ts'
import { useSession } from '#ui/calls/api.tsx'
import { FIGURES } from '../../rules/figures.ts'
import { LegalPage, useContact } from '../components/legal-page.tsx'

/** What those learn whose scripts this site loads, as far as a visitor lets them. */
const PARTIES: Record<ThirdParty['name'], string> = {
  analytics:
    'Google Analytics, unless you switch analytics off: which pages you open and what you buy, without your name.',
  'ad-clicks':
    'An advertisement service, unless you switch advertisement off: that you came by one of our advertisements.',
  scheduling: 'A scheduling service, unless you switch other services off: that you open our pages, and what you book.',
  'accessibility-widget': 'The provider of the accessibility menu: that you open our pages.',
}

/** The privacy statement (ROU-020). */
export function PrivacyScreen() {
  const { name, reach } = useContact()
  const { portal, third_parties: parties } = useSession()
  const isOptIn = portal.setting.is_consent_opt_in
  return (
    <LegalPage
      title="Privacy Policy"
      lead="Which data we keep about you, what for, who else sees them, and what you can ask us to do."
      parts={[
        {
          clauses: [
            {
              title: 'Whom this is for',
              text: (
                <p>
                  This statement is for US customers only, like the rest of our offer. For the privacy rules the minimum
                  age is {FIGURES.privacy_age}: we do not knowingly keep data of younger children, and we delete them
                  when we learn of it.
                </p>
              ),
            },
            {
              title: 'What we keep',
              text: (
                <ul>
                  <li>Your name, e-mail and phone, and the addresses that you give us for bills and parcels.</li>
                  <li>Your orders and payments. Card numbers go to our payment provider and never reach us.</li>
                  <li>Your courses: progress, answers, results, certificates and when you earned them.</li>
                  <li>Sign-ins with time and network address, so that nobody else can use your account unnoticed.</li>
                </ul>
              ),
            },
            {
              title: 'What we use it for',
              text: (
                <p>
                  To teach you, to prove what you have learned, to bill what was ordered, to answer your questions, and
                  to keep the service safe. {name} does not sell personal data.
                </p>
              ),
            },
            {
              title: 'Who else sees it',
              text: (
                <ul>
                  <li>
                    Your employer, where it has given you the course: progress, results and certificates of that course.
                  </li>
                  <li>Your instructors: your progress and your work in their courses.</li>
                  <li>Payment and parcel services: what they need for their part.</li>
                  <li>Those who run servers, mail and error reports for us: on our behalf and for nothing else.</li>
                  <li>YouTube or Vimeo, when you start a video that lies there: your browser asks them for it.</li>
                  {parties.map((party) => (
                    <li key={party.name}>{PARTIES[party.name]}</li>
                  ))}
                  <li>Agencies, where the law asks for it or the course reports completions.</li>
                </ul>
              ),
            },
            {
              title: 'Cookies',
              text: (
                <>
                  <p>
                    Necessary cookies keep you signed in, your cart together and your choices, and remember for 180 days
                    that you have signed in with this browser, so that people who guess at your password cannot lock you
                    out. Those for performance keep pages fast and find errors without your name. Both are always on.
                  </p>
                  <p>
                    Analytics, advertisement and other services{' '}
                    {isOptIn ? 'stay off until you switch them on' : 'are on until you switch them off'}, each by
                    itself, under “Privacy choices” at the foot of every page, and you can change your mind there at any
                    time. A Do-Not-Track or Global Privacy Control signal of your browser switches all of them off. Laws
                    of some states call advertisement services “sharing”: this is how you refuse it.
                  </p>
                </>
              ),
            },
            {
              title: 'How long',
              text: (
                <p>
                  Training records are kept for {FIGURES.records} from completion. Data for bills are kept as long as
                  tax law asks. Everything else goes when you close your account.
                </p>
              ),
            },
            {
              title: 'What you can ask for',
              text: (
                <p>
                  You may see your data, have them corrected or deleted, and get them in a file that machines can read,
                  within {FIGURES.data_export}. {reach}.
                </p>
              ),
            },
            {
              title: 'If something goes wrong',
              text: (
                <p>
                  If your data come into the wrong hands, we tell those concerned within {FIGURES.breach_notice} after
                  we know of it: what happened, which data, and what you can do.
                </p>
              ),
            },
          ],
        },
      ]}
    />
  )
}
