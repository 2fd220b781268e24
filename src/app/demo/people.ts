import type { Role } from '#kernel/permissions.ts'

export type DemoPerson = {
  first_name: string
  last_name: string
  email: string
  platform_role?: 'super_admin' | 'sub_super_admin'
  /** Roles by portal; the sign-in page of a portal shows those who hold one there. */
  roles: Partial<Record<string, readonly Exclude<Role, 'super_admin' | 'sub_super_admin'>[]>>
}

const person = (
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
  person('Rolf', 'Rolechanger', 'roles.one', { core: ['instructor', 'learner'] }),
  person('Rita', 'Rolechanger', 'roles.two', { core: ['instructor', 'learner'] }),
  person('Flo', 'Forgetful', 'forgetful.one', { core: ['learner'] }),
  person('Fred', 'Forgetful', 'forgetful.two', { core: ['learner'] }),
  person('Tom', 'Twodevices', 'twice.one', { core: ['learner'] }),
  person('Tess', 'Twodevices', 'twice.two', { core: ['learner'] }),
  person('Bea', 'Buyer', 'bea', { core: ['learner'] }),
  person('Bo', 'Buyer', 'bo', { core: ['learner'] }),
  person('Jo', 'Journeyer', 'journey.one', { core: ['learner'] }),
  person('Jay', 'Journeyer', 'journey.two', { core: ['learner'] }),
  person('Rosa', 'Reviewer', 'review.one', { core: ['learner'] }),
  person('Remo', 'Reviewer', 'review.two', { core: ['learner'] }),
  person('Quin', 'Questioner', 'question.one', { core: ['learner'] }),
  person('Quita', 'Questioner', 'question.two', { core: ['learner'] }),
  person('Dora', 'Deskworker', 'desk.one', { core: ['portal_admin'] }),
  person('Dan', 'Deskworker', 'desk.two', { core: ['portal_admin'] }),
  person('Thea', 'Teacher', 'teach.one', { core: ['instructor'] }),
  person('Theo', 'Teacher', 'teach.two', { core: ['instructor'] }),
  person('Cleo', 'Coach', 'coach.one', { core: ['instructor'] }),
  person('Cole', 'Coach', 'coach.two', { core: ['instructor'] }),
  person('Olive', 'Ownarea', 'own.one', { core: ['course_admin', 'learner'] }),
  person('Oscar', 'Ownarea', 'own.two', { core: ['course_admin', 'learner'] }),
  person('Tara', 'Taskwriter', 'task.one', { core: ['learner'] }),
  person('Tim', 'Taskwriter', 'task.two', { core: ['learner'] }),
  person('Thea', 'Tutor', 'tutor.one', { core: ['instructor'] }),
  person('Theo', 'Tutor', 'tutor.two', { core: ['instructor'] }),
  person('Jana', 'Journalreader', 'journal.one', { core: ['portal_admin'] }),
  person('Jens', 'Journalreader', 'journal.two', { core: ['portal_admin'] }),
  person('Clara', 'Cloudwright', 'cloud.one', { core: ['portal_admin'] }),
  person('Claus', 'Cloudwright', 'cloud.two', { core: ['portal_admin'] }),
  person('Una', 'Upstairs', 'above.one', { core: [] }, 'sub_super_admin'),
  person('Urs', 'Upstairs', 'above.two', { core: [] }, 'sub_super_admin'),
  person('Wanda', 'Watcher', 'watch.one', { core: ['portal_admin'] }),
  person('Wim', 'Watcher', 'watch.two', { core: ['portal_admin'] }),
  person('Gail', 'Graduator', 'finish.one', { core: ['portal_admin'] }),
  person('Gero', 'Graduator', 'finish.two', { core: ['portal_admin'] }),
  person('Cato', 'Clockwatcher', 'clock.one', { core: ['portal_admin'] }),
  person('Cora', 'Clockwatcher', 'clock.two', { core: ['portal_admin'] }),
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
