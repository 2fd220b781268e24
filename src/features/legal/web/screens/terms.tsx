import { businessName } from '#kernel/product/plans.ts'
import { useSession } from '#ui/calls/api.tsx'
import { Prose } from '#ui/public/parts/prose.tsx'
import { FIGURES } from '../../rules/figures.ts'
import { LegalPage, type LegalPart, useContact } from '../components/legal-page.tsx'

/** Terms of use, below them the subscription license and the portal's own terms (LEG-021, PRT-022). */
export function TermsScreen() {
  const { portal } = useSession()
  const contact = useContact()
  return (
    <LegalPage
      title="Terms of Use"
      lead="What you may expect of us, and what we expect of you, when you use this site and its courses. The second part is the license for organizations that subscribe."
      parts={[termsOf(contact), LICENCE]}
    >
      {portal.setting.terms && (
        <section id="own-terms">
          <h2>Terms of {portal.name}</h2>
          <Prose html={portal.setting.terms} />
        </section>
      )}
    </LegalPage>
  )
}

const termsOf = ({ name, reach }: ReturnType<typeof useContact>): LegalPart => ({
  title: 'Part 1: Terms of Use',
  clauses: [
    {
      title: 'Who these terms are for',
      text: (
        <>
          <p>
            {name} offers courses to customers in the United States. These terms are for US customers only; if you live
            elsewhere, please do not order here.
          </p>
          <p>
            You must be {FIGURES.adult_age} or older to use the site. If you are younger, you may use it only with the
            consent of a parent or guardian, who then accepts these terms for you.
          </p>
        </>
      ),
    },
    {
      title: 'Your account',
      text: (
        <p>
          An account belongs to one person. End-user accounts may not be shared: certificates and training records name
          the person who learned, and they are worth something only when that is true. Keep your password to yourself
          and tell us when you think that somebody else knows it.
        </p>
      ),
    },
    {
      title: 'Courses and access',
      text: (
        <>
          <p>
            You may take a course for {FIGURES.access} from purchase or until completion, whichever comes first. After
            completion you can go on reading the course until the {FIGURES.access} are over.
          </p>
          <p>Content may change while you learn, so that it stays correct; your progress is kept.</p>
        </>
      ),
    },
    {
      title: 'Certificates and training records',
      text: (
        <p>
          We keep training records for {FIGURES.records} from completion. During that time you can download your
          certificates again, and anyone to whom you give a certificate’s number can check that it is genuine.
        </p>
      ),
    },
    {
      title: 'Prices and payment',
      text: (
        <>
          <p>Prices are in US dollars. Payment is due when you order, unless we have agreed on an invoice.</p>
          <p>
            On overdue amounts we may charge interest of {FIGURES.monthly_interest}, or the most that the law allows
            where that is less. If a payment is charged back without a reason, we may charge a chargeback fee of{' '}
            {FIGURES.chargeback_fee} in addition to the amount itself.
          </p>
        </>
      ),
    },
    {
      title: 'Shipping',
      text: (
        <p>
          Some courses come with materials that we ship. If a parcel comes back because the address was wrong or nobody
          accepted it, we ship it again for a re-shipping fee of {FIGURES.reshipping_fee}.
        </p>
      ),
    },
    {
      title: 'Instructor-led dates',
      text: (
        <p>
          You can move a date without cost in good time. For an instructor-led Mock that is cancelled with under{' '}
          {FIGURES.rescheduling_notice} notice there is a rescheduling fee of {FIGURES.rescheduling_fee}.
        </p>
      ),
    },
    {
      title: 'What you may not do',
      text: (
        <ul>
          <li>Copy, sell or publish course content outside your account.</li>
          <li>Let someone else take a course or an exam in your name.</li>
          <li>Disturb the service, look for weak points without our consent, or read it out by machine.</li>
        </ul>
      ),
    },
    {
      title: 'Ending',
      text: (
        <p>
          You may close your account at any time. If you break these terms we may close it after a warning, at once
          where that is needed to protect others. Records that the law asks us to keep stay.
        </p>
      ),
    },
    {
      title: 'Liability',
      text: (
        <p>
          We teach with care, and employers and agencies decide what they accept. Check before you order that a course
          meets the rule you need it for. As far as the law allows, our liability is limited to what you have paid for
          the course in question.
        </p>
      ),
    },
    {
      title: 'Contact',
      text: <p>You have questions about these terms? {reach}.</p>,
    },
  ],
})

const LICENCE: LegalPart = {
  title: 'Part 2: Subscription License',
  intro: (
    <p>
      For organizations that subscribe to their own portal: {businessName('promo')}, {businessName('established')} and{' '}
      {businessName('enterprise')}. Anyone who orders a subscription accepts this part at checkout. It is for US
      customers only, like the first.
    </p>
  ),
  clauses: [
    {
      title: 'Term and renewal',
      text: (
        <p>
          The subscription term is {FIGURES.term}. An upgrade starts a new term of {FIGURES.term} after the remaining
          payments of the old term are paid. A cancellation lets access run to the end of the term.
        </p>
      ),
    },
    {
      title: 'Availability',
      text: (
        <p>
          We keep the service available {FIGURES.uptime} of the time, measured by the month, planned maintenance left
          out. We announce planned maintenance with {FIGURES.maintenance_notice} notice.
        </p>
      ),
    },
    {
      title: 'Your data',
      text: (
        <>
          <p>
            What you and your learners put into the portal stays yours. When you ask for it, or when the subscription
            ends, you get an export of your data within {FIGURES.data_export}.
          </p>
          <p>
            If personal data of your learners comes into the wrong hands, we tell you within {FIGURES.breach_notice}{' '}
            after we know of it. Training records are kept for {FIGURES.records} from completion.
          </p>
        </>
      ),
    },
    {
      title: 'Fees',
      text: (
        <p>
          Fees are due as the order says. Overdue amounts bear interest of {FIGURES.annual_interest}, or the most that
          the law allows where that is less. The chargeback fee of {FIGURES.chargeback_fee} of the first part applies.
        </p>
      ),
    },
    {
      title: 'Termination',
      text: (
        <p>
          Either side may end the license for a serious breach with {FIGURES.termination_notice} notice, if the breach
          is not repaired by then. For non-payment the notice is {FIGURES.termination_non_payment}.
        </p>
      ),
    },
    {
      title: 'Users of your portal',
      text: (
        <p>
          You decide who has an account in your portal. Each account is for one person and may not be shared. You make
          sure that your learners know the first part of these terms.
        </p>
      ),
    },
  ],
}
