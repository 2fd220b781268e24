/** What every mail needs to know of the portal that sends it (RTM-012). */
export type MailPortal = {
  name: string
  /** Absolute address of the logo. */
  logo_url: string | null
  primary_color: string | null
  support_email: string | null
  support_phone: string | null
  /** Days in mails are days in it (PRT-077). */
  time_zone: string
  /** The portal's address; links in the footer lead there. */
  url: string
}

type Link = { link: string }
/** A link that works once; with `minutes` the mail says for how long. */
type ExpiringLink = Link & { minutes?: number }
type Person = { first_name: string | null }
type Course = { course_title: string }

type FailedRefund = Person &
  Link & {
    order_number: string
    amount_cents: number
    /** Whether the order gives again what was bought; money that bought nothing gives nothing. */
    is_kept: boolean
    /** Sentences about what could not be given again. */
    left: readonly string[]
  }

export type MailedItem = {
  title: string
  /** The courses of a bundle (ORD-049). */
  courses: readonly string[]
  quantity: number
  total_cents: number
}

/** Where a provider takes the place of passwords, its name: the mail then leads to the sign-in page (SSO-023). */
type AtProvider = { provider?: string | null }

/** The data of each mail, by its kind. Every link is absolute. */
export type MailData = {
  'reset-link': Person & ExpiringLink
  /** For an account that somebody else or a checkout has made: leads to setting a password (CRT-024). */
  'new-account': Person & ExpiringLink & { email: string } & AtProvider
  /** To somebody with an account who belongs to a further portal now (USR-045). */
  'joined-portal': Person & Link & { email: string } & AtProvider
  /** Also to the new address of a change, which takes effect when the link is opened (AUT-051). */
  'verify-email': Person & ExpiringLink
  /** To the old address, when a change has taken effect or been asked for (AUT-051). */
  'changed-email': Person & { new_email: string }
  /** To a person whose second factors changed or were used up; `name` is that of a passkey (AUT-070). */
  'second-factor': Person &
    Link & {
      news: 'app_added' | 'app_removed' | 'passkey_added' | 'passkey_removed' | 'codes_made' | 'recovery_used' | 'reset'
      name: string | null
      at: Date
    }
  /** From the admins, to a person whose role needs a second factor (AUT-073). */
  'second-factor-reminder': Person & Link & { due_at: Date; is_overdue: boolean }
  enrolled: Person & Course & Link & { due_at: Date | null; expires_at: Date | null }
  'certificate-issued': Person &
    Course &
    Link & { verify_link: string; number: string; issued_at: Date; expires_at: Date | null }
  'certificate-revoked': Person & Course & { number: string; revoked_at: Date; reason: string }
  invoice: Person &
    Link & {
      invoice_number: string
      order_number: string
      paid_at: Date
      items: readonly MailedItem[]
      tax_cents: number
      total_cents: number
    }
  refund: Person & {
    link: string | null
    order_number: string
    amount_cents: number
    is_full: boolean
    reason: string | null
  }
  /** To the buyer, when the money of a refund that had been announced has not arrived (ORD-051). */
  'refund-failed': FailedRefund
  /** To those who handle the portal's payments. */
  'refund-failed-staff': FailedRefund & { message: string; is_passed_on: boolean }
  /** `text` is the manager's own (MGR-019). */
  invitation: Person & Course & ExpiringLink & { decline_link: string; inviter: string; text: string | null }
  /** Before the due date (RTM-015), and when somebody reminds a learner: then also after it, or without one (BLK-022). */
  'due-date-near': Person &
    Course &
    Link & { due_at: Date | null /** Below zero once it is over. */; days_left: number | null; percent: number | null }
  graded: Person &
    Course &
    Link & { assignment_title: string; score: number; is_passed: boolean; comment: string | null }
  /** To super admins: a backup failed or is late (OPS-064). */
  'backup-problem': Person & { place: string; reason: string; last: string }
  /** To super admins, once for each time that a disk is nearly full (UPL-041). */
  'disk-low': Person & { place: string; free: string; total: string }
  /** To super admins, when something goes bad (`text` says what to do) and when it is well again (OPS-058). */
  alarm: Person & Link & { title: string; text: string | null; since: Date }
  /** To the portal's admins: the records of a custom domain or sender are not right any more (PRT-094). */
  /** The record that proves an e-mail domain of single sign-on is gone (SSO-017). */
  'sign-on-domain': Person &
    Link & {
      name: string
      /** True when the days of grace are over. */
      is_over: boolean
      until: Date
      record_name: string
      record_value: string
    }
  'domain-problem': Person &
    Link & {
      /** The domain or the e-mail address. */
      name: string
      is_sender: boolean
      /** True when the days of grace are over. */
      is_over: boolean
      until: Date
      problems: readonly { record: string; advice: string }[]
    }
  /** A scheduled report with its figures; `file` is the name of the attached file, if one is (REP-021). */
  report: Person &
    Link & {
      title: string
      /** What the rows are of: "November 1 2026 to November 7 2026". */
      period: string
      rhythm: string
      figures: readonly { label: string; value: number }[]
      file: string | null
      /** There are more rows than a mail can carry. */
      is_too_large: boolean
    }
  /** To those who may take shared courses: one has arrived, or an update of one is offered (SHR-036). */
  'shared-course': Person & Course & Link & { source: string; news: 'arrived' | 'update' }
  /** To an admin of a portal that takes no passwords, who asked for it (SSO-012). */
  'sign-in-link': Person & Link & { minutes: number }
  /** To the portal's admins: how the address of a callback answers (INT-025). */
  callback: Person & Link & { name: string; url: string; since: Date; news: 'failing' | 'recovered' | 'given_up' }
  /** To the portal's admins, or of a personal token to its person: when an API token ends, and what stops then (INT-042). */
  'token-ends': Person &
    Link & { name: string; ends_at: Date; days_left: number; is_personal: boolean; is_provisioning: boolean }
  /** To the portal's admins, and to super admins, who can raise it: most or all of its daily limit of text messages is used (TXT-027). */
  'text-limit': Person & Link & { percent: number; sent: number; limit: number; can_raise: boolean }
  /** What somebody has to renew, 90, 60, 30 and 7 days before its last day and once it is over (CMP-032). */
  recertification: Person &
    Link & {
      title: string
      /** The last day, as `YYYY-MM-DD`. */
      until: string
      grace_until: string | null
      days_left: number
      is_enrolled: boolean
      has_course: boolean
      /** The course to take, where a requirement has refreshers; with the last day on which this refresher counts. */
      course: { title: string; refresher_until: string | null } | null
    }
  /** To managers and admins: who of theirs has to renew something (CMP-032). */
  'recertification-team': Person &
    Link & {
      title: string
      news: 'expiring' | 'expired' | 'no_credits' | 'blocked' | 'out_of_tries'
      people: readonly { name: string; until: string }[]
    }
  /** To the person of a license or document: what was decided about it (CMP-022). */
  document: Person &
    Link & {
      title: string
      news: 'accepted' | 'rejected' | 'reopened'
      reason: string | null
      /** The last day, as `YYYY-MM-DD`. */
      until: string | null
    }
  'subscription-end': Person &
    Link & {
      plan: string
      /** The portal or the partner company that has the subscription. */
      owner: string
      is_partner: boolean
      state: 'ends' | 'ended' | 'unpaid'
      ends_at: Date
      days_left: number
    }
}

export type MailKind = keyof MailData
export type MailContentOf<K extends MailKind> = { template: K; data: MailData[K] }
export type AnyMail = { [K in MailKind]: MailContentOf<K> }[MailKind]

/** A file that goes with a mail. */
export type MailFile = { name: string; mime_type: string; content: Buffer }

/** A finished mail: `text` says the same as `html` and holds the same links. */
export type RenderedMail = { subject: string; html: string; text: string }
