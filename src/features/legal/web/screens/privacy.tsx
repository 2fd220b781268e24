import { FIGURES } from '../../rules/figures.ts'
import { LegalPage, useContact } from '../components/legal-page.tsx'

/** The privacy statement (ROU-020). */
export function PrivacyScreen() {
  const { name, email, phone } = useContact()
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
                  <li>Sign-ins with time and network address, so that nobody else uses your account unnoticed.</li>
                </ul>
              ),
            },
            {
              title: 'What we use it for',
              text: (
                <p>
                  To teach you, to prove what you have learned, to bill what was ordered, to answer your questions, and
                  to keep the service safe. {name} sells no personal data.
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
                  <li>Agencies, where the law asks for it or the course reports completions.</li>
                </ul>
              ),
            },
            {
              title: 'Cookies',
              text: (
                <p>
                  Necessary cookies keep you signed in and your cart together. Everything else can be switched off in
                  the cookie settings, and a Do-Not-Track or Global Privacy Control signal of your browser does so for
                  you.
                </p>
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
                  within {FIGURES.data_export}. Write to {email} or call {phone}.
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
