import { dayOf, formatDate, formatDay } from '#kernel/format.ts'
import { action, duration, facts, greeting, note, paragraph, type Templates } from '../parts.ts'

const validity = (minutes: number | undefined) =>
  minutes === undefined ? 'The link works once.' : `The link works once and for ${duration(minutes)}.`

/** How somebody signs in who has no password here. */
const atProvider = (provider: string, portal: string, email: string) => [
  paragraph(
    `You have an account at ${portal}. You need no password: on the sign-in page, choose “Continue with ${provider}”.`,
  ),
  facts([
    ['Sign in with', provider],
    ['E-mail', email],
  ]),
  note('If you have trouble signing in, please ask an administrator.'),
]

const OF_CALLBACK = {
  failing: (name: string) => ({
    subject: `The callback ${name} does not answer`,
    preview: 'Messages wait and go out when it answers again.',
    text: `The address of the callback ${name} does not answer as it should. Nothing is lost and nothing was turned off: messages wait, we keep trying, and they go out when it answers again.`,
  }),
  recovered: (name: string) => ({
    subject: `The callback ${name} works again`,
    preview: 'Everything that waited is on its way.',
    text: `The address of the callback ${name} answers again. Everything that waited or failed in the meantime is on its way. You do not have to do anything.`,
  }),
  given_up: (name: string) => ({
    subject: `The callback ${name} rejected a message`,
    preview: 'Other messages arrive. You can send this one again.',
    text: `The address of the callback ${name} has rejected a message for three days while others arrived. We no longer try to send it. The log shows every response, and you can send the message again from there.`,
  }),
}

const OF_SECOND_FACTOR = {
  app_added: () => ({
    subject: 'You turned on an authenticator app',
    text: 'From now on you enter a code from your authenticator app when you sign in with your password.',
  }),
  app_removed: () => ({
    subject: 'Your authenticator app was removed',
    text: 'The authenticator app was removed from your account. Its codes no longer work.',
  }),
  passkey_added: (name: string) => ({
    subject: 'You added a passkey',
    text: `The passkey ${name} was added to your account. You can sign in with it.`,
  }),
  passkey_removed: (name: string) => ({
    subject: 'A passkey was removed',
    text: `The passkey ${name} was removed from your account and no longer works.`,
  }),
  codes_made: () => ({
    subject: 'You have new recovery codes',
    text: 'New recovery codes were made for your account. The former ones no longer work.',
  }),
  recovery_used: () => ({
    subject: 'A recovery code was used',
    text: 'Someone signed in to your account with one of your recovery codes. The code no longer works. If you lost your authenticator app, set it up again now.',
  }),
  reset: () => ({
    subject: 'Your two-factor sign-in was reset',
    text: 'An administrator removed your authenticator app, passkeys and recovery codes. You sign in without a second step until you set it up again.',
  }),
} as const

/** Mails about signing in and the account itself. */
export const accountTemplates: Pick<
  Templates,
  | 'reset-link'
  | 'new-account'
  | 'joined-portal'
  | 'verify-email'
  | 'changed-email'
  | 'disk-low'
  | 'backup-problem'
  | 'alarm'
  | 'domain-problem'
  | 'sign-on-domain'
  | 'callback'
  | 'token-ends'
  | 'second-factor-reminder'
  | 'sign-in-link'
  | 'second-factor'
> = {
  'second-factor': ({ first_name, link, news, name, at }, portal, brand) => {
    const { subject, text } = OF_SECOND_FACTOR[news](name ?? '')
    return {
      subject,
      preview: 'If this was not you, tell your administrator now.',
      heading: subject,
      body: [
        greeting(first_name),
        paragraph(text),
        facts([['When', formatDate(at, 'long', portal.time_zone)]]),
        action('Check your sign-in settings', link, brand),
        note('If this was not you, tell your administrator right away, and change your password if you have one.'),
      ],
      reason: `You get this e-mail because the sign-in of your account at ${portal.name} changed.`,
    }
  },
  'second-factor-reminder': (data, portal, brand) => {
    const day = formatDate(data.due_at, 'long', portal.time_zone)
    return {
      subject: `Set up two-factor sign-in for ${portal.name}`,
      preview: data.is_overdue ? 'Nothing else opens before it is set up.' : `Please set it up by ${day}.`,
      heading: 'Set up two-factor sign-in',
      body: [
        greeting(data.first_name),
        paragraph(
          `Your role at ${portal.name} needs a second step at sign-in: a code from an app on your phone, or a passkey. Setting it up takes about two minutes.`,
        ),
        paragraph(
          data.is_overdue
            ? `The time for it ended on ${day}. Until you set it up, you cannot open anything else.`
            : `Please set it up by ${day}. After that, nothing else opens before it is set up.`,
        ),
        action('Set it up', data.link, brand),
      ],
      reason: `You get this e-mail because an admin of ${portal.name} asked us to remind you.`,
    }
  },
  'reset-link': (data, portal, brand) => ({
    subject: `Reset your password for ${portal.name}`,
    preview: validity(data.minutes),
    heading: 'Choose a new password',
    body: [
      greeting(data.first_name),
      paragraph(`Someone, most likely you, asked for a new password for your account at ${portal.name}.`),
      action('Choose a new password', data.link, brand),
      note(validity(data.minutes)),
      note('If it was not you, nothing has changed and you can ignore this e-mail.'),
    ],
    reason: 'You get this e-mail because someone asked for a new password with your address.',
  }),
  'sign-in-link': (data, portal, brand) => ({
    subject: `Your sign-in link for ${portal.name}`,
    preview: validity(data.minutes),
    heading: 'Sign in with this link',
    body: [
      greeting(data.first_name),
      paragraph(`Someone, most likely you, asked for a link to sign in to ${portal.name} as its administrator.`),
      action('Sign in', data.link, brand),
      note(validity(data.minutes)),
      note('If it was not you, ignore this e-mail. Nobody can sign in without the link.'),
    ],
    reason: 'You get this e-mail because someone asked for a sign-in link with your address.',
  }),
  'new-account': (data, portal, brand) =>
    data.provider
      ? {
          subject: `Your account at ${portal.name}`,
          preview: `Sign in with ${data.provider}.`,
          heading: `Welcome to ${portal.name}`,
          body: [
            greeting(data.first_name),
            ...atProvider(data.provider, portal.name, data.email),
            action('Go to the sign-in page', data.link, brand),
          ],
          reason: `You get this e-mail because ${portal.name} created an account with your address.`,
        }
      : {
          subject: `Your account at ${portal.name}`,
          preview: 'Set your password to sign in.',
          heading: `Welcome to ${portal.name}`,
          body: [
            greeting(data.first_name),
            paragraph('You have a new account. Set your password, then sign in with this e-mail address:'),
            facts([['E-mail', data.email]]),
            action('Set your password', data.link, brand),
            note(validity(data.minutes)),
            note('If it has expired, ask for a new one on the sign-in page with "Forgot password".'),
          ],
          reason: `You get this e-mail because an account at ${portal.name} was made with your address.`,
        },
  'joined-portal': (data, portal, brand) => ({
    subject: `You have been added to ${portal.name}`,
    preview: data.provider ? `Sign in with ${data.provider}.` : 'Sign in with the password you already have.',
    heading: `Welcome to ${portal.name}`,
    body: [
      greeting(data.first_name),
      ...(data.provider
        ? atProvider(data.provider, portal.name, data.email)
        : [
            paragraph(
              `${portal.name} has added you. Sign in with this e-mail address and the password you already have:`,
            ),
            facts([['E-mail', data.email]]),
          ]),
      action(data.provider ? 'Go to the sign-in page' : 'Sign in', data.link, brand),
      note(
        `${portal.name} does not see your name, phone or addresses from other portals. It has only what it was given, and what you enter in your profile there.`,
      ),
      note('If you do not know this portal, you can ignore this e-mail or ask its support to remove you.'),
    ],
    reason: `You get this e-mail because ${portal.name} added your address.`,
  }),
  'verify-email': (data, portal, brand) => ({
    subject: `Confirm your e-mail address for ${portal.name}`,
    preview: 'One click confirms that this address is yours.',
    heading: 'Confirm your e-mail address',
    body: [
      greeting(data.first_name),
      paragraph(
        `Please confirm that this address is yours, so that certificates and news from ${portal.name} reach you.`,
      ),
      action('Confirm this address', data.link, brand),
      note(validity(data.minutes)),
    ],
    reason: `You get this e-mail because an account at ${portal.name} uses your address.`,
  }),
  'changed-email': (data, portal) => ({
    subject: `Your e-mail address at ${portal.name} has been changed`,
    preview: `You now sign in with ${data.new_email}.`,
    heading: 'Your e-mail address has been changed',
    body: [
      greeting(data.first_name),
      paragraph(
        `Your account at ${portal.name} now uses another address. From now on you sign in with it, and our e-mails go there:`,
      ),
      facts([['New address', data.new_email]]),
      paragraph('If this was not you, please tell us right away.'),
    ],
    reason: `You get this last e-mail because your account at ${portal.name} used this address until now.`,
  }),
  'backup-problem': (data) => ({
    subject: 'There is no new backup',
    preview: 'What is entered from now on could be lost.',
    heading: 'There is no new backup',
    body: [
      greeting(data.first_name),
      paragraph(
        'The last backup failed or is late. Everyone can go on working, but what they enter from now on could be lost. Please solve this soon.',
      ),
      facts([
        ['Where', data.place],
        ['Reason', data.reason],
        ['Last good backup', data.last],
      ]),
      note('You get this e-mail once. The next one comes when a backup has worked again in between.'),
    ],
    reason: 'You get this e-mail because you are a super admin of the platform.',
  }),
  alarm: ({ first_name, title, text, since, link }, portal, brand) => ({
    subject: `${text === null ? 'Well again' : 'Alarm'}: ${title}`,
    preview: text ?? 'It is over; there is nothing left to do.',
    heading: text === null ? 'Well again' : title,
    body: [
      greeting(first_name),
      paragraph(text ?? `This is over: ${title}. There is nothing left to do.`),
      facts([[text === null ? 'Began' : 'Noticed', formatDate(since, 'long_time', portal.time_zone)]]),
      action('Open the health page', link, brand),
      text === null ? null : note('You get this e-mail once, and another one when it is well again.'),
    ],
    reason: 'You get this e-mail because you are a super admin of the platform.',
  }),
  'disk-low': (data) => ({
    subject: `A disk is nearly full: ${data.free} left`,
    preview: 'Uploads stop first; sign-ins and progress stop when the disk is full.',
    heading: 'A disk is nearly full',
    body: [
      greeting(data.first_name),
      paragraph(
        'Please make room soon. Uploads stop first; when the disk is full, nobody can sign in and no progress is saved.',
      ),
      facts([
        ['Where', data.place],
        ['Free', `${data.free} of ${data.total}`],
      ]),
      note('You get this e-mail once. The next one comes when there has been room again in between.'),
    ],
    reason: 'You get this e-mail because you are a super admin of the platform.',
  }),
  'sign-on-domain': (data, portal, brand) => {
    const day = formatDay(dayOf(data.until, portal.time_zone), 'long')
    const subject = data.is_over
      ? `${data.name} is no longer verified`
      : `The record that verifies ${data.name} is missing`
    return {
      subject,
      preview: data.is_over ? 'Its record was missing for 7 days.' : `The domain stays verified until ${day}.`,
      heading: subject,
      body: [
        greeting(data.first_name),
        paragraph(
          data.is_over
            ? `The record was missing for 7 days. Your sign-in provider can no longer open accounts that other portals know as well. Add the record again and choose “Check now” to verify the domain.`
            : `We can no longer find the record that verifies that ${data.name} belongs to you. Until ${day}, nothing changes. After that, your sign-in provider can no longer open accounts that other portals know as well.`,
        ),
        facts([
          ['TXT record', data.record_name],
          ['Value', data.record_value],
        ]),
        action('Open single sign-on', data.link, brand),
      ],
      reason: `You get this e-mail because you are an admin of ${portal.name}.`,
    }
  },
  'domain-problem': (data, portal, brand) => {
    const falls = data.is_sender
      ? 'Until it is right, e-mails come from the platform’s address.'
      : 'Until it is right, links lead to the platform’s address of your portal.'
    const day = formatDay(dayOf(data.until, portal.time_zone), 'long')
    return {
      subject: data.is_over ? `${data.name} is no longer active` : `Please check the settings of ${data.name}`,
      preview: data.is_over ? 'Its checks failed for 7 days.' : `It stays active until ${day}.`,
      heading: data.is_over ? `${data.name} is no longer active` : 'A check has failed',
      body: [
        greeting(data.first_name),
        paragraph(
          data.is_over
            ? `The checks of ${data.name} failed for 7 days, so ${portal.name} no longer uses it. To use it again, set its records as the settings show them now.`
            : `${data.name} is not set up correctly anymore. It stays active until ${day}. ${falls}`,
        ),
        facts(data.problems.map(({ record, advice }): [string, string] => [record, advice])),
        action('See what is wrong', data.link, brand),
      ],
      reason: `You get this e-mail because you are an admin of ${portal.name}.`,
    }
  },
  'token-ends': (data, portal, brand) => {
    const day = formatDate(data.ends_at, 'long', portal.time_zone)
    const left = data.days_left <= 1 ? 'tomorrow' : `in ${data.days_left} days`
    return {
      subject: `The API token ${data.name} ends ${left}`,
      preview: `It works until ${day}. Replace it before then.`,
      heading: `An API token ends ${left}`,
      body: [
        greeting(data.first_name),
        paragraph(
          data.is_provisioning
            ? `Your identity provider uses the token ${data.name}. From ${day} on its calls are refused: nobody is created, changed or deactivated by it anymore.`
            : `Programs that use the token ${data.name} are refused from ${day} on.`,
        ),
        facts([
          ['Token', data.name],
          ['Ends', formatDate(data.ends_at, 'long_time', portal.time_zone)],
        ]),
        paragraph('Create a new token, enter it where the old one is used, and revoke the old one.'),
        action('Open the tokens', data.link, brand),
      ],
      reason: data.is_personal
        ? `You get this e-mail because this token is yours at ${portal.name}.`
        : `You get this e-mail because you are an admin of ${portal.name}.`,
    }
  },
  callback: (data, portal, brand) => {
    const { subject, preview, text } = OF_CALLBACK[data.news](data.name)
    return {
      subject,
      preview,
      heading: subject,
      body: [
        greeting(data.first_name),
        paragraph(text),
        facts([
          ['Address', data.url],
          data.news === 'given_up' ? null : ['Failing since', formatDate(data.since, 'long_time', portal.time_zone)],
        ]),
        action('Open the log', data.link, brand),
      ],
      reason: `You get this e-mail because you are an admin of ${portal.name}.`,
    }
  },
}
