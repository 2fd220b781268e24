import type { Role } from '#kernel/access/permissions.ts'

export type DemoPerson = {
  first_name: string
  last_name: string
  email: string
  platform_role?: 'super_admin' | 'sub_super_admin'
  /** Roles by portal; the sign-in page of a portal shows those who hold one there. */
  roles: Partial<Record<string, readonly Exclude<Role, 'super_admin' | 'sub_super_admin'>[]>>
}

/** A person with the address `email`@example.com. */
export const person = (
  first_name: string,
  last_name: string,
  email: string,
  roles: DemoPerson['roles'],
  platform_role?: DemoPerson['platform_role'],
): DemoPerson => ({
  first_name,
  last_name,
  email: `${email}@example.com`,
  roles,
  ...(platform_role && { platform_role }),
})

/** The people of the demo, in every role and some in two portals. All are invented. */
export const DEMO_PEOPLE: readonly DemoPerson[] = [
  person('Sally', 'Superson', 'sally', { admin: [], core: [] }, 'super_admin'),
  person('Sid', 'Subsuper', 'sid', { admin: [], core: [] }, 'sub_super_admin'),
  person('Ada', 'Adminson', 'ada', { admin: ['admin'] }),
  person('Saul', 'Subadmin', 'saul', { admin: ['sub_admin'] }),
  person('Petra', 'Portaladmin', 'petra', { core: ['portal_admin'], safestart: ['portal_admin'] }),
  person('Cora', 'Courseadmin', 'cora', { core: ['course_admin'] }),
  person('Abel', 'Accounts', 'abel', { core: ['accounting'] }),
  person('Mara', 'Manager', 'mara', { core: ['manager'], granite: ['manager'] }),
  person('Ivan', 'Instructor', 'ivan', { core: ['instructor'], safestart: ['instructor'] }),
  person('Edda', 'Editor', 'edda', { core: ['editor'] }),
  person('Paul', 'Partner', 'paul', { core: ['partner'] }),
  person('Lena', 'Learner', 'lena', { core: ['learner'], tidewater: ['learner'] }),
  person('Leo', 'Lightfoot', 'leo', { core: ['learner'] }),
  person('Nia', 'Newcomer', 'nia', { core: ['learner'] }),
  person('Otto', 'Overdue', 'otto', { core: ['learner'] }),
  person('Fay', 'Finished', 'fay', { core: ['learner'] }),
  person('Finn', 'Finished', 'finn', { core: ['learner'] }),
  person('Bea', 'Buyer', 'bea', { core: ['learner'] }),
  person('Bo', 'Buyer', 'bo', { core: ['learner'] }),
  person('Gina', 'Graniteadmin', 'gina', { granite: ['portal_admin'] }),
  person('Gus', 'Graniteworker', 'gus', { granite: ['learner'] }),
  person('Tia', 'Tideadmin', 'tia', { tidewater: ['portal_admin'] }),
  person('Ted', 'Tideworker', 'ted', { tidewater: ['learner'] }),
  person('Stan', 'Startlearner', 'stan', { safestart: ['learner'] }),
  person('Cleo', 'Coursekeeper', 'cleo', { meridian: ['portal_admin'] }),
  person('Ben', 'Boardmember', 'ben', { meridian: ['learner'] }),
  person('Olga', 'Oldmill', 'olga', { oldmill: ['portal_admin'] }),
  person('Nell', 'Newleaf', 'nell', { newleaf: ['portal_admin'] }),
]
