export { PeopleField, PersonField } from './components/people-field.tsx'
export { ProfileFrame } from './components/profile-frame.tsx'
export { SettingsScreen } from './screens/settings.tsx'
export { USERS_SPEC, UsersScreen, usersQuery } from './screens/users.tsx'
