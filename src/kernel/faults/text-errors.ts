/** What stands in the way of a text message, and a link in one that opens nothing (ERR-208, ERR-209, ERR-215 to ERR-218). */
export const TEXT_ERRORS = {
  texts_day_over: {
    id: 'ERR-208',
    status: 429,
    text: 'This portal has reached its limit of text messages for today. Nothing was sent. Try again tomorrow, or ask a super admin to raise the limit.',
  },
  sign_in_texts_over: {
    id: 'ERR-209',
    status: 429,
    text: 'This portal can send no more text messages today. Sign in with your PIN, or ask your manager for a start code.',
  },
  texts_not_set_up: {
    id: 'ERR-215',
    status: 422,
    text: 'This portal sends no text messages yet. An administrator can connect Twilio in Integrations (Portal Settings).',
  },
  texts_opted_out: {
    id: 'ERR-216',
    status: 422,
    text: 'This number has opted out of text messages by replying STOP. Nothing was sent. Its owner can reply START to get them again.',
  },
  too_many_texts: {
    id: 'ERR-217',
    status: 429,
    text: 'This number has received 5 text messages within a day. Nothing was sent. Please try again tomorrow.',
  },
  text_link_over: {
    id: 'ERR-218',
    status: 422,
    text: 'This link was used already, has expired, or a newer one took its place. Ask for a new one.',
  },
} as const
