/** What providers that keep people by SCIM are answered (ERR-168 to ERR-172). */
export const PROVISIONING_ERRORS = {
  provisioning_off: {
    id: 'ERR-168',
    status: 403,
    text: 'Provisioning is off for this portal. Nothing was changed. An administrator turns it on under Two-way API.',
  },
  last_admin_stays: {
    id: 'ERR-169',
    status: 403,
    text: '{name} is the only administrator of this portal. Nothing was changed. Make somebody else an administrator first.',
  },
  person_is_here: {
    id: 'ERR-170',
    status: 409,
    text: '{person} is in this portal already. Nothing was changed. Find the person with a filter, and change them instead.',
  },
  group_is_here: {
    id: 'ERR-171',
    status: 409,
    text: 'This portal already has a group named {name}. Nothing was changed.',
  },
  filter_too_wide: {
    id: 'ERR-172',
    status: 400,
    text: 'This filter would have to read everyone in the portal. Filter by userName, externalId, id or emails with eq.',
  },
} as const
