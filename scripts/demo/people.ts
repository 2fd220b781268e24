// Who can sign in at the local providers of docs/single-sign-on.md.

export const DEMO_PEOPLE = {
  lee: {
    email: 'lee@example.com',
    email_verified: true,
    given_name: 'Lee',
    family_name: 'Rivera',
    groups: ['crew'],
    manager: 'tess@example.com',
  },
  tess: {
    email: 'tess@example.com',
    email_verified: true,
    given_name: 'Tess',
    family_name: 'Moran',
    groups: ['crew', 'trainers'],
  },
  ray: { email: 'ray@example.com', email_verified: false, given_name: 'Ray', family_name: 'Doe', groups: [] },
}
