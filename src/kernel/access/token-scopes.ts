/**
 * What a token of a portal may be made for (INT-030): the names that programs read, with the words that people choose by.
 */
export const SCOPES = {
  'people:read': { title: 'Read people', text: 'Names, e-mails and external IDs of everyone in the portal.' },
  'people:write': { title: 'Add and change people', text: 'Creates, updates, deactivates and reactivates people.' },
  'enrollments:write': {
    title: 'Enroll and withdraw',
    text: 'Puts people into courses with the portal’s credits, and takes them out.',
  },
  'credits:write': {
    title: 'Give and take back credits',
    text: 'Hands credits to managers and takes back unused ones.',
  },
  'progress:read': {
    title: 'Read progress',
    text: 'How far each learner is, with seat time and sign-offs, kept up to date by a cursor.',
  },
  'certificates:read': { title: 'Read certificates', text: 'Certificates with their PDF files.' },
  provisioning: {
    title: 'Provision people and groups',
    text: 'An identity provider such as Entra ID or Okta keeps people and groups by SCIM.',
  },
} as const satisfies Record<string, { title: string; text: string }>

export type TokenScope = keyof typeof SCOPES
export const SCOPE_NAMES = Object.keys(SCOPES) as [TokenScope, ...TokenScope[]]
