/** Where a signed-in person can go from every page. */
export const PERSON_LINKS = [
  { label: 'Dashboard', href: '/dashboard' },
  { label: 'My courses', href: '/courses' },
  { label: 'Orders', href: '/orders' },
  { label: 'Profile', href: '/profile/settings' },
] as const
